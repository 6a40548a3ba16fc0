import { db } from "@/db/client";
import { describeLink } from "@/lib/domain/accounts/queries";
import { undoEmailChange } from "@/lib/domain/accounts/undo-email";
import { passkeyAnswerSchema } from "@/lib/domain/security/schema";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { clearLimit, counted } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";
import { findMeByMailbox } from "@/lib/web/session/by-mailbox";
import { proveForUndo } from "@/lib/web/session/step-up";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.undoEmail, async ({ viewer, body, request }) => {
    const { token, code, ...answer } = body;
    const passkey = passkeyAnswerSchema.safeParse(answer).data;
    const isProven = await proveForUndo(viewer, token, { code, passkey });
    const link = await describeLink(db(), token);
    // Links that a thief had sent there before must not keep back the one that is sent now (trust 42).
    if (link.state === "open")
      await clearLimit(db(), "mailRecipient", counted("reset_password", link.address));
    const userId = await undoEmailChange(db(), token, whereabouts(request.headers), { isProven });
    return { user: await findMeByMailbox(db(), userId) };
  }),
});
