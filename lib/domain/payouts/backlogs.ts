import { isStopped } from "@/lib/domain/incidents/stops";
import type { Backlog } from "@/lib/domain/payments/types";
import { selectMovable } from "./donation-store";
import { makePayouts } from "./make-payout";
import { moveDonation, settleTransfer } from "./move-donation";
import { onceEach } from "./once-each";
import { claimPayouts, selectPayingAccounts } from "./payout-store";
import { providersOf } from "./providers";
import { claimReturns } from "./return-store";
import { settleReturn } from "./return-transfer";
import { settlePayout } from "./settle-payout";
import { claimTransfers } from "./transfer-store";
import type { PayoutContext } from "./types";

type Row = { id: string };

type PayoutBacklog = Backlog<Row, PayoutContext>;

/**
 * What reconciliation does about payouts, in this order: payouts are asked for, donations are moved, returns are taken
 * back, losses are recovered, and payouts are made and sent. One run takes a donation all the way that is free to go.
 * While an operator has stopped payouts, only returns are made; a run that began before sends nothing more.
 */
export async function payoutBacklogs(context: PayoutContext): Promise<PayoutBacklog[]> {
  const providers = providersOf(context);
  const backlogs: PayoutBacklog[] = [
    {
      name: "payout",
      claim: claimPayouts,
      check: async (to, { id }) => `payout ${await settlePayout(to, id)}`,
    },
    {
      name: "donation",
      claim: inBatches((db, at, page) => selectMovable(db, { providers, at, ...page })),
      check: async (to, { id }) => `transfer ${await moveDonation(to, id)}`,
    },
    {
      name: "transfer",
      claim: claimTransfers,
      check: async (to, { id }) => `transfer ${await settleTransfer(to, id)}`,
    },
    {
      name: "transfer return",
      claim: claimReturns,
      check: async (to, { id }) => `return ${await settleReturn(to, id)}`,
    },
    {
      name: "payee account",
      claim: inBatches((db, at, page) => selectPayingAccounts(db, { providers, at, ...page })),
      check: async (to, { id }) => {
        const made = await makePayouts(to, id);
        for (const payoutId of made) await settlePayout(to, payoutId);
        return made.length > 0 ? "payout made" : "payout waiting";
      },
    },
  ];
  if (!(await isStopped(context.db, "payouts"))) return backlogs;
  return backlogs.filter(({ name }) => RETURNS.has(name));
}

/** What is still done while payouts are stopped: returning money. */
const RETURNS: ReadonlySet<string> = new Set(["transfer return"]);

/** How many rows are selected at once, because selecting reads every donation or transfer. */
const SELECTED = 5_000;

/**
 * Rows without a `check_at`: a run takes each of them once, in the order of their ids. Two servers can take the same
 * row. They lock it, and the second finds nothing left to do.
 */
function inBatches(select: Parameters<typeof onceEach<Row>>[0]): PayoutBacklog["claim"] {
  const next = onceEach(select);
  let rows: Row[] = [];
  return async (db, at, limit) => {
    if (rows.length === 0) rows = await next(db, at, SELECTED);
    return rows.splice(0, limit);
  };
}
