import { db } from "@/db/client";
import { undoEmailChange } from "@/lib/domain/accounts/undo-email";
import { passkeyAnswerSchema } from "@/lib/domain/security/schema";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { findMeByMailbox } from "@/lib/web/session/by-mailbox";
import { proveForUndo } from "@/lib/web/session/step-up";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.undoEmail, async ({ viewer, body, request }) => {
    const { token, code, ...answer } = body;
    const passkey = passkeyAnswerSchema.safeParse(answer).data;
    const isProven = await proveForUndo(viewer, token, { code, passkey });
    const userId = await undoEmailChange(db(), token, whereabouts(request.headers), { isProven });
    return { user: await findMeByMailbox(db(), userId) };
  }),
});
