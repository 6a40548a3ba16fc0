import { db } from "@/db/client";
import { renewPush } from "@/lib/domain/messages/subscribe-push";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { currentSid } from "@/lib/web/session";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.renewPush, async ({ viewer, body }) =>
    renewPush(db(), viewer.id, body, await currentSid()),
  ),
});
