import { db } from "@/db/client";
import { clientAddress, whereabouts } from "@/lib/web/client-address";
import { currentLocale } from "@/lib/web/locale";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { endpoints } from "@/lib/web/route";
import { currentToken } from "@/lib/web/session";
import { backToAuth, finishGoogle } from "@/lib/web/session/google";

/** Where Google sends people back to: the one address of next-auth that is open. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: async (request) => {
    const address = clientAddress(request.headers);
    const response = (await isWithin(db(), "googleAddress", address))
      ? await finishGoogle(request, {
          token: await currentToken(),
          locale: await currentLocale(),
          address,
          from: whereabouts(request.headers),
        })
      : backToAuth("google_failed", null);
    response.headers.set("Cache-Control", "no-store");
    return response;
  },
});
