import { db } from "@/db/client";
import { listNotifications } from "@/lib/domain/messages/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listNotifications, async ({ viewer, query, request }) =>
    replyPage(request, await listNotifications(db(), viewer.id, query)),
  ),
});
