import { db } from "@/db/client";
import { listBlocked } from "@/lib/domain/users/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listBlocks, async ({ request, viewer, query }) =>
    replyPage(request, await listBlocked(db(), viewer.id, query)),
  ),
});
