import { db } from "@/db/client";
import { register } from "@/lib/domain/accounts/register";
import { findMe } from "@/lib/domain/users/queries";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { signIn } from "@/lib/web/session";
import { logLogin } from "@/lib/web/session/log-in";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.register, async ({ body, address, request }) => {
    const userId = await register(db(), body, await currentLocale(), whereabouts(request.headers));
    logLogin({ who: userId, address, outcome: "REGISTERED" });
    await signIn(userId);
    return { user: await findMe(db(), userId) };
  }),
});
