import { linkMessage } from "../link-message";

/** Sends the link with which a plan is cancelled without signing in. */
export const cancelPlan = linkMessage(({ t }, part, values) => t(`cancel_plan.${part}`, values));
