import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { safePath } from "@/lib/web/safe-path";
import { currentToken } from "@/lib/web/session";
import { backToAuth, startGoogle } from "@/lib/web/session/google";

const start = route(contract.google, async ({ viewer, query, request, address }) => {
  const next = safePath(query.next);
  const fresh = query.fresh !== undefined;
  if (viewer && !fresh) return new Response(null, { status: 302, headers: { Location: next ?? "/" } });
  const from = whereabouts(request.headers);
  const browser = { token: await currentToken(), locale: await currentLocale(), address, from };
  return startGoogle(request, next, browser, { fresh });
});

/** A link of pages: a browser that cannot start, as in an outage, is led back to the login form, which says so. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: async (request, context) => {
    const response = await start(request, context);
    if (response.status === 302 || request.headers.get("sec-fetch-mode") !== "navigate") return response;
    return backToAuth("google_failed", safePath(new URL(request.url).searchParams.get("next")));
  },
});
