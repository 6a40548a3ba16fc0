import { db } from "@/db/client";
import { listPurchases } from "@/lib/domain/withdrawals/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listPurchases, async ({ viewer, query, request }) =>
    replyPage(request, await listPurchases(db(), viewer, query)),
  ),
});
