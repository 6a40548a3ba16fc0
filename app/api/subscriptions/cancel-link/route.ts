import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/db/client";
import { sendCancelLink } from "@/lib/domain/subscriptions/cancel-subscription";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

/** As for a new password: what is left of the difference to an unknown address is not measurable. */
const ANSWER_AFTER_MS = 300;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.sendCancelLink, async ({ body: { email }, request }) => {
    const answerTime = wait(ANSWER_AFTER_MS);
    await sendCancelLink(db(), email, whereabouts(request.headers));
    await answerTime;
    return { success: true as const };
  }),
});
