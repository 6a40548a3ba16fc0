import { db } from "@/db/client";
import { listNights } from "@/lib/domain/open-books/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.openBooks, async ({ query, request }) =>
    replyPage(request, await listNights(db(), query)),
  ),
});
