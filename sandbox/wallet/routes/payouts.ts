import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { created, endpoint, ok } from "../http/endpoint";
import { payoutRefusal } from "../http/payout-refusal";
import { timestamp } from "../ids";
import { money, moneyInput } from "../money";
import { balanceOf, createPayout, findPayout } from "../provider/payouts";
import { batchView, createdView } from "../views/payout";

/** The older API's amount. */
const amount = z
  .strictObject({ currency: z.string(), value: z.string() })
  .transform(({ currency, value }) => ({ currency_code: currency, value }))
  .pipe(moneyInput);

/** What the application asks for: one payment to an address. */
const newPayout = z.strictObject({
  sender_batch_header: z.strictObject({ sender_batch_id: z.string().min(1).max(256) }),
  items: z
    .array(
      z.strictObject({
        recipient_type: z.literal("EMAIL"),
        receiver: z.string().max(127),
        amount,
        sender_item_id: z.string().max(63).optional(),
      }),
    )
    .length(1),
});

/** /v1/payments/payouts, /v1/reporting/balances */
export function payoutRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/payments/payouts";
  endpoint(app, sandbox, `POST ${path}`, {
    input: newPayout,
    run: (work, { input: { sender_batch_header: header, items } }) => {
      const [item] = items as [(typeof items)[number]];
      const payout = createPayout(work, {
        senderBatchId: header.sender_batch_id,
        senderItemId: item.sender_item_id ?? null,
        receiver: item.receiver,
        ...item.amount,
      });
      return created(createdView(payout));
    },
    refusal: (_status, name) => payoutRefusal(name),
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => ok(batchView(findPayout(work, id))),
  });
  endpoint(app, sandbox, "GET /v1/reporting/balances", {
    input: z.strictObject({ currency_code: z.string().regex(/^[A-Z]{3}$/) }),
    run: (work, { input: { currency_code: currency } }) => {
      const { available, withheld } = balanceOf(work, currency);
      const at = timestamp();
      const balance = {
        currency,
        primary: true,
        total_balance: money(available + withheld, currency),
        available_balance: money(available, currency),
        withheld_balance: money(withheld, currency),
      };
      return ok({ balances: [balance], as_of_time: at, last_refresh_time: at });
    },
  });
}
