import type { Db } from "@/db/client";
import type { Backlog } from "@/lib/domain/payments/types";
import { selectMovable } from "./gift-store";
import { makePayouts } from "./make-payout";
import { moveGift, settleTransfer } from "./move-gift";
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
 */
export function payoutBacklogs(context: PayoutContext): PayoutBacklog[] {
  const providers = providersOf(context);
  return [
    {
      name: "payout",
      claim: claimPayouts,
      check: async (to, { id }) => `payout ${await settlePayout(to, id)}`,
    },
    {
      name: "donation",
      claim: inBatches((db, at, page) => selectMovable(db, { providers, at, ...page })),
      check: async (to, { id }) => `transfer ${await moveGift(to, id)}`,
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
}

type Page = { after: string | null; limit: number };

/**
 * Rows that have no time of their own: each is looked at once in a run, in the order of their ids. Several servers may
 * come to the same row; its lock lets one of them find something to do.
 */
function inBatches(select: (db: Db, at: Date, page: Page) => Promise<Row[]>): PayoutBacklog["claim"] {
  let after: string | null = null;
  return async (db, at, limit) => {
    const rows = await select(db, at, { after, limit });
    after = rows.at(-1)?.id ?? after;
    return rows;
  };
}
