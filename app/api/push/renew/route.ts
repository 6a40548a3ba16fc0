import { db } from "@/db/client";
import { renewPush } from "@/lib/domain/push/subscribe";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.renewPush, async ({ viewer, body }) => {
    await renewPush(db(), viewer.id, body);
    return null;
  }),
});
