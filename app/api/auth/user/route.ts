import { db } from "@/db/client";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { findMe } from "@/lib/domain/users/queries";
import { log } from "@/lib/server/log";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { signOut } from "@/lib/web/session";
import { requireProofForPayout } from "@/lib/web/session/step-up";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.currentUser, ({ viewer }) => findMe(db(), viewer.id)),
  PATCH: route(contract.updateUser, async ({ viewer, body, request, address }) => {
    await requireProofForPayout(viewer, body, address);
    return updateUser(db(), viewer, body, whereabouts(request.headers));
  }),
  DELETE: route(contract.eraseAccount, async ({ viewer, body, requestId }) => {
    await eraseAccount(payments(), viewer, body);
    log.info({ requestId, userId: viewer.id }, "account erased");
    await signOut();
  }),
});
