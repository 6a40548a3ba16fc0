import { search, searchAsVisitor } from "@/lib/domain/finding/search";
import { contract } from "@/lib/web/contract";
import { nameRequesters } from "@/lib/web/name-requester";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.search, async ({ viewer, address, query, request }) => {
    if (viewer) return replyPage(request, await readDb(MAX_AGE.feed, (read) => search(read, viewer, query)));
    const { items, next } = await readDb(MAX_AGE.feed, (read) => searchAsVisitor(read, address, query));
    return replyPage(request, { items: await nameRequesters(items), next });
  }),
});
