import { contract } from "@/lib/web/contract";
import { endpoints, reply, route } from "@/lib/web/route";
import { signOut } from "@/lib/web/session";

/**
 * What the next person at this browser must not find: drafts and anything else that a page stored. Not "cookies", which
 * would take those of every neighbouring host, the choice of language and what keeps this browser known along; the
 * session's own is taken away by itself. Not "cache", for which browsers wait long: pages and answers are never stored.
 */
const CLEARED = { "Clear-Site-Data": '"storage"' };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.logout, async () => {
    await signOut();
    return reply({ success: true } as const, { headers: CLEARED });
  }),
});
