import { db } from "@/db/client";
import { logIn } from "@/lib/domain/users/log-in";
import { findAccountId, findMe } from "@/lib/domain/users/queries";
import { contract } from "@/lib/web/contract";
import { clearLimit, limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";
import { signIn } from "@/lib/web/session";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.login, async ({ body }) => {
    // By its id, so that username and e-mail address share one count.
    const account = (await findAccountId(db(), body.username)) ?? body.username.toLowerCase();
    await limit(db(), "loginAccount", account);
    const userId = await logIn(db(), body);
    await clearLimit(db(), "loginAccount", account);
    await signIn(userId);
    return { user: await findMe(db(), userId) };
  }),
});
