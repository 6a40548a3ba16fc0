import { db } from "@/db/client";
import { block, unblock } from "@/lib/domain/users/block";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(contract.blockPerson, ({ viewer, params }) => block(db(), viewer, params.username)),
  DELETE: route(contract.unblockPerson, ({ viewer, params }) => unblock(db(), viewer, params.username)),
});
