import { db } from "@/db/client";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { findMe } from "@/lib/domain/users/queries";
import { changeUser } from "@/lib/web/change-user";
import { contract } from "@/lib/web/contract";
import { log } from "@/lib/web/log";
import { payments } from "@/lib/web/payments";
import { clearLimit, limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";
import { signOut } from "@/lib/web/session";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.currentUser, ({ viewer }) => findMe(db(), viewer.id)),
  PATCH: route(contract.updateUser, ({ viewer, body }) => changeUser(viewer, body)),
  DELETE: route(contract.eraseAccount, async ({ viewer, body, requestId }) => {
    // Tries count as logins: neither way may be used to guess a password.
    await limit(db(), "loginAccount", viewer.id);
    await eraseAccount(payments(), viewer, body);
    log.info({ requestId, userId: viewer.id }, "account erased");
    await clearLimit(db(), "loginAccount", viewer.id);
    await signOut();
    return null;
  }),
});
