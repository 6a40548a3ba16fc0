import { db } from "@/db/client";
import { listRequestsOf } from "@/lib/domain/requests/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listRequestsOfUser, async ({ viewer, params, query, request }) =>
    replyPage(request, await listRequestsOf(db(), { ...query, ownerId: params.userId, viewerId: viewer.id })),
  ),
});
