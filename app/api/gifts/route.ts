import { listGiven } from "@/lib/domain/given/given";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listGifts, async ({ viewer, query, request }) =>
    replyPage(request, await listGiven(payments(), viewer.id, query)),
  ),
});
