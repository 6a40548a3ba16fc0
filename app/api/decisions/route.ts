import { db } from "@/db/client";
import { listDecisions } from "@/lib/domain/safety/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listDecisions, async ({ viewer, query, request }) =>
    replyPage(request, await listDecisions(db(), viewer, query)),
  ),
});
