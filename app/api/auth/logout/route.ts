import { contract } from "@/lib/web/contract";
import { endpoints, Reply, route } from "@/lib/web/route";
import { signOut } from "@/lib/web/session";

/**
 * Removes what the next person at this browser must not find: drafts and anything else that a page stored. Not
 * "cookies", which would also remove those of neighbouring hosts, the choice of language and the known device; the
 * session cookie is removed by itself. Not "cache", which takes browsers long: pages and answers are never stored.
 */
const CLEARED = { "Clear-Site-Data": '"storage"' };

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.logout, async () => {
    await signOut();
    return new Reply({ success: true } as const, CLEARED);
  }),
});
