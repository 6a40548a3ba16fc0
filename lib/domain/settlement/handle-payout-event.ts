import { checkPayeeAt } from "@/lib/domain/payouts/check-payee";
import { payeeState } from "@/lib/domain/payouts/rules";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import type { PayoutEvent, PayoutEventSource } from "@/lib/providers/payout-provider";
import { handleOnce } from "./handle-event";

/**
 * Handles a verified event about a payee or a payout like `handleEvent`: stores it once under its source, then asks the
 * provider about the account or the payout that it names. Returns the outcome, for the log.
 * @throws ProviderUnavailable
 */
export function handlePayoutEvent(
  context: PayoutContext,
  source: PayoutEventSource | "paypal",
  { id, type, account, payout }: PayoutEvent,
): Promise<string> {
  return handleOnce(context.db, { source, id, type, about: payout ?? account }, async () => {
    const state = payout === null ? null : await settlePayoutOf(context, payout);
    if (state !== null) return `payout ${state}`;
    if (account === null) return "not about a payee";
    const payee = await checkPayeeAt(context, account);
    return payee ? `payee ${payeeState(payee)}` : "unknown";
  });
}
