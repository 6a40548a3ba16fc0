import { db } from "@/db/client";
import { findMe } from "@/lib/domain/users/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { signIn } from "@/lib/web/session";
import { logInWithPasskey } from "@/lib/web/session/log-in";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.passkeyLogin, async ({ viewer, body, address }) => {
    const { userId, accessRound } = await logInWithPasskey(body, { viewer, address });
    await signIn(userId, { accessRound });
    return { user: await findMe(db(), userId) };
  }),
});
