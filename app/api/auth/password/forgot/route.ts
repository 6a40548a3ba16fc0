import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/db/client";
import { forgotPassword } from "@/lib/domain/accounts/reset-password";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

/** Longer than writing a message takes: what is left of the difference to an unknown address is not measurable. */
const ANSWER_AFTER_MS = 300;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.forgotPassword, async ({ body: { email }, request }) => {
    const answerTime = wait(ANSWER_AFTER_MS);
    await forgotPassword(db(), email, whereabouts(request.headers));
    await answerTime;
    return { success: true as const };
  }),
});
