import { db } from "@/db/client";
import { findMe } from "@/lib/domain/users/queries";
import { updateUser } from "@/lib/domain/users/update-user";
import { contract } from "@/lib/web/contract";
import { limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.currentUser, ({ viewer }) => findMe(db(), viewer.id)),
  PATCH: route(contract.updateUser, async ({ viewer, body }) => {
    await limit(db(), "updateUser", viewer.id);
    return updateUser(db(), viewer, body);
  }),
});
