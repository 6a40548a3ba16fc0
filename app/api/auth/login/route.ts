import { db } from "@/db/client";
import { findMe } from "@/lib/domain/users/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { signIn } from "@/lib/web/session";
import { logInWithPassword } from "@/lib/web/session/log-in";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.login, async ({ body, address }) => {
    const { userId, passwordHash } = await logInWithPassword(body, address);
    await signIn(userId, { passwordHash });
    return { user: await findMe(db(), userId) };
  }),
});
