import { checkPayeeAt } from "@/lib/domain/payouts/check-payee";
import { payeeState } from "@/lib/domain/payouts/rules";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import type { PayoutEvent, PayoutEventSource } from "@/lib/providers/payout-provider";
import { markHandled, recordEvent } from "./event-store";

/**
 * Handles a verified event about a payee or a payout like `handleEvent`: stores it once under its source, then asks the
 * provider about the account or the payout that it names. Returns the outcome, for the log.
 * @throws ProviderUnavailable
 */
export async function handlePayoutEvent(
  context: PayoutContext,
  source: PayoutEventSource | "paypal",
  event: PayoutEvent,
): Promise<string> {
  const { id, type, account, payout } = event;
  const { handled } = await recordEvent(
    context.db,
    source,
    { id, type, paymentId: payout ?? account },
    now(),
  );
  if (handled) return "already handled";
  const outcome = await dispatch(context, event);
  await markHandled(context.db, source, id, outcome, now());
  return outcome;
}

async function dispatch(context: PayoutContext, { account, payout }: PayoutEvent): Promise<string> {
  const state = payout === null ? null : await settlePayoutOf(context, payout);
  if (state !== null) return `payout ${state}`;
  if (account === null) return "not about a payee";
  const payee = await checkPayeeAt(context, account);
  return payee ? `payee ${payeeState(payee)}` : "unknown";
}
