import { db } from "@/db/client";
import { proofWays } from "@/lib/domain/security/queries";
import { passkeyAnswerSchema } from "@/lib/domain/security/schema";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { proveAgain } from "@/lib/web/session/step-up";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.proofWays, ({ viewer }) => proofWays(db(), viewer.id)),
  POST: route(contract.stepUp, async ({ viewer, body }) => {
    const { password, code, ...answer } = body;
    const passkey = passkeyAnswerSchema.safeParse(answer).data;
    const until = await proveAgain(viewer, { password, code, passkey });
    return { until: until.toISOString() };
  }),
});
