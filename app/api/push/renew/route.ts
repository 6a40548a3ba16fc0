import { db } from "@/db/client";
import { renewPush } from "@/lib/domain/messages/subscribe-push";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.renewPush, ({ viewer, body }) => renewPush(db(), viewer.id, body)),
});
