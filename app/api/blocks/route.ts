import { db } from "@/db/client";
import { listBlocked } from "@/lib/domain/users/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listBlocks, ({ viewer }) => listBlocked(db(), viewer.id)),
});
