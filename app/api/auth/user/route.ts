import { db } from "@/db/client";
import { findMe } from "@/lib/domain/users/queries";
import { updateUser } from "@/lib/domain/users/update-user";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.currentUser, ({ viewer }) => findMe(db(), viewer.id)),
  PATCH: route(contract.updateUser, ({ viewer, body }) => updateUser(db(), viewer, body)),
});
