import { db } from "@/db/client";
import { resetPassword } from "@/lib/domain/accounts/reset-password";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { signIn } from "@/lib/web/session";
import { findMeByMailbox } from "@/lib/web/session/by-mailbox";
import { logLogin, openLogin } from "@/lib/web/session/log-in";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.resetPassword, async ({ body, request, address }) => {
    const account = await resetPassword(db(), body, whereabouts(request.headers));
    await openLogin(account);
    // The mailbox is one factor: where there is another, it is asked for at login.
    const user = await findMeByMailbox(db(), account.id);
    if (user) {
      logLogin({ who: account.id, address, outcome: "SIGNED_IN" });
      await signIn(account.id, account);
    }
    return { user };
  }),
});
