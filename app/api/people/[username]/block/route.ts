import { db } from "@/db/client";
import { block, unblock } from "@/lib/domain/users/block";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(contract.blockPerson, async ({ viewer, params }) => {
    await block(db(), viewer, params.username ?? "");
    return null;
  }),
  DELETE: route(contract.unblockPerson, async ({ viewer, params }) => {
    await unblock(db(), viewer, params.username ?? "");
    return null;
  }),
});
