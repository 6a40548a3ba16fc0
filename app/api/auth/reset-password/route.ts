import { db } from "@/db/client";
import { resetPassword } from "@/lib/domain/accounts/reset-password";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { openLogin } from "@/lib/web/session/log-in";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.resetPassword, async ({ body, request }) => {
    await openLogin(await resetPassword(db(), body, whereabouts(request.headers)));
    return { success: true as const };
  }),
});
