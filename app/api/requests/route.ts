import { db } from "@/db/client";
import { createRequest } from "@/lib/domain/requests/create-request";
import { listFeed, listSharedFeed } from "@/lib/domain/requests/queries";
import { contract } from "@/lib/web/contract";
import { nameRequesters } from "@/lib/web/name-requester";
import { photos } from "@/lib/web/photos";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listRequests, async ({ viewer, query, request }) => {
    if (viewer) {
      const own = { ...query, viewerId: viewer.id };
      return replyPage(request, await readDb(MAX_AGE.feed, (read) => listFeed(read, own, db())));
    }
    const { items, next } = await readDb(MAX_AGE.feed, (read) => listSharedFeed(read, query, db()));
    return replyPage(request, { items: await nameRequesters(items), next });
  }),
  POST: route(contract.createRequest, ({ viewer, body, operationId }) =>
    createRequest(photos(), viewer, body, operationId),
  ),
});
