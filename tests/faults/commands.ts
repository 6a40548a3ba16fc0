import { eq } from "drizzle-orm";
import { transferReturns, transfers } from "@/db/schema";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { startDonation, startWalletDonation } from "@/lib/domain/donations/start-donation";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { moveDonation } from "@/lib/domain/payouts/move-donation";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { setClock } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { PaidTier, PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/gateway";
import { payOutAt } from "./pay-out";

type By = { id: string; payerId: string; method: PaymentProvider };

/** The commands of a server, each a function of the domain. */
const COMMANDS = {
  give: async (context: PayoutContext, { id, payerId, method, requestId }: By & { requestId: string }) => {
    const input = { amount: "10", requestId };
    if (method === "stripe") return (await startDonation(context, { id: payerId }, input, id)).clientSecret;
    return (await startWalletDonation(context, { id: payerId }, { ...input, locale: "nl" }, id)).url;
  },
  buy: async (context: PayoutContext, { id, payerId, method }: By) => {
    const order = { boostType: "normal", quantity: 5, description: "5 normal boosts", locale: "nl" } as const;
    const asked = { ...order, method, returnPath: "/profile" };
    return (await startBoostPurchase(context, { id: payerId }, asked, id)).url;
  },
  subscribe: async (context: PayoutContext, { id, payerId, tier, method }: By & { tier: PaidTier }) => {
    const asked = { tier, method, locale: "nl", returnPath: "/profile" } as const;
    return (await startSubscription(context, { id: payerId }, asked, id)).url;
  },
  tell: (context: PayoutContext, { provider, event }: { provider: PaymentProvider; event: ProviderEvent }) =>
    handleEvent(context, provider, event),
  refund: async (context: PayoutContext, { reference }: { reference: string }) =>
    (await refundPayment(context, { name: "ines" }, { reference, reason: "asked for" })).pending ?? "given",
  cancel: async (context: PayoutContext, { payerId }: { payerId: string }) =>
    (await cancelSubscription(context, { id: payerId })).subscriptionExpiry ?? "",
  openAccount: async (context: PayoutContext, { payerId }: { payerId: string }) =>
    (await startOnboarding(context, { id: payerId }, { origin: env().appUrl })).url,
  move: (context: PayoutContext, { donationId }: { donationId: string }) => moveDonation(context, donationId),
  askPayout: async (context: PayoutContext, { id, payerId }: { id: string; payerId: string }) =>
    (await askPayout(context, { id: payerId }, {}, id)).state,
  takeBack: async (context: PayoutContext, { donationId }: { donationId: string }) => {
    const due = await context.db
      .select({ id: transferReturns.id })
      .from(transferReturns)
      .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
      .where(eq(transfers.donationId, donationId));
    const states: string[] = [];
    for (const { id } of due) states.push(await settleReturn(context, id));
    return states.join();
  },
  payOut: async (context: PayoutContext, { at }: { at: string }) => {
    const ahead = Date.parse(at) - Date.now();
    setClock(() => new Date(Date.now() + ahead));
    const failed: string[] = [];
    await payOutAt(context, new Date(at), (subject, error) => failed.push(`${subject}: ${error}`));
    setClock();
    return failed.join("\n");
  },
  reconcile: async (context: PayoutContext, { at }: { at: string }) => {
    setClock(() => new Date(at));
    const failed: string[] = [];
    await reconcile(context, (subject, error) => failed.push(`${subject}: ${error}`));
    setClock();
    return failed.join("\n");
  },
};

type Commands = typeof COMMANDS;

/** One of them, with what it needs: plain data, so that it can be sent to another process. */
export type Command = { [D in keyof Commands]: { do: D } & Parameters<Commands[D]>[1] }[keyof Commands];

/** Runs a command and answers its outcome. */
export function perform(context: PayoutContext, command: Command): Promise<string> {
  const run = COMMANDS[command.do] as (context: PayoutContext, command: Command) => Promise<string>;
  return run(context, command);
}
