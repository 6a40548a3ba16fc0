import { db } from "@/db/client";
import { requestIdNow } from "@/lib/server/request-id";
import { clientAddress, whereabouts } from "@/lib/web/client-address";
import { currentLocale } from "@/lib/web/locale";
import { toAppError } from "@/lib/web/problem";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { endpoints } from "@/lib/web/route";
import { currentToken } from "@/lib/web/session";
import { backToAuth, finishGoogle } from "@/lib/web/session/google";

/** Where Google sends people back to: the one address of next-auth that is open. The login form says what failed. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: async (request) => {
    const response = await comeBack(request).catch((thrown: unknown) => {
      toAppError(thrown, requestIdNow());
      return backToAuth("google_failed", null);
    });
    response.headers.set("Cache-Control", "no-store");
    return response;
  },
});

async function comeBack(request: Request): Promise<Response> {
  const address = clientAddress(request.headers);
  if (!(await isWithin(db(), "googleAddress", address))) return backToAuth("google_failed", null);
  return finishGoogle(request, {
    token: await currentToken(),
    locale: await currentLocale(),
    address,
    from: whereabouts(request.headers),
  });
}
