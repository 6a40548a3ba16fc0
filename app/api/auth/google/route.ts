import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { safePath } from "@/lib/web/safe-path";
import { currentToken } from "@/lib/web/session";
import { startGoogle } from "@/lib/web/session/google";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.google, async ({ viewer, query, request, address }) => {
    const next = safePath(query.next);
    const fresh = query.fresh !== undefined;
    if (viewer && !fresh) return new Response(null, { status: 302, headers: { Location: next ?? "/" } });
    const from = whereabouts(request.headers);
    const browser = { token: await currentToken(), locale: await currentLocale(), address, from };
    return startGoogle(request, next, browser, { fresh });
  }),
});
