import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { newId, users } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { findSubscription } from "@/lib/domain/subscriptions/store";
import type { PaidTier, PaymentProvider } from "@/lib/ground/vocabulary";
import { notificationsOf, requestRow, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { type Command, perform } from "./commands";
import type { ProviderState } from "./system";

/** Where a flow takes place: the books and the providers, reached directly. */
export type Stage = {
  context: PayoutContext;
  /** Does something at a provider, as a payer, a bank or the provider would. */
  act: (path: string, body?: Record<string, unknown>) => Promise<void>;
  record: () => Promise<ProviderState>;
};

/** A flow, prepared up to the command that a server runs. */
export type Flow = {
  command: Command;
  /**
   * A person began it and repeats it without an answer. For the rest the provider sends its event again, or we ask.
   */
  isByPerson?: true;
  /** What people do afterwards. */
  afterwards?: () => Promise<void>;
  /** What must be true in the end, whatever happened meanwhile. */
  holds: () => Promise<void>;
};

let events = 0;

/** A provider sends an event about this. */
function told(provider: PaymentProvider, id: string): Command {
  events += 1;
  const event = { id: `step-${events}`, type: "look.again" };
  const about = /^(I-|sub_)/.test(id) ? { paymentId: null, subscriptionId: id } : { paymentId: id };
  return { do: "tell", provider, event: { ...event, ...about } };
}

const PAID = { number: "4242424242424242", expiry: "12/40", cvc: "123" };

/** The payer does what the provider's page asks for. Answers the id of the payment or of the agreement. */
async function agree(stage: Stage, page: string): Promise<string> {
  if (page.includes("_secret_")) {
    const [id = ""] = page.split("_secret_");
    await stage.act(`/payments/${id}/succeed`);
    return id;
  }
  const { pathname } = new URL(page);
  const checkout = pathname.split("/").find((part) => part.startsWith("cs_"));
  if (checkout) {
    await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams(PAID) });
    const agreed = (await stage.context.card.findSubscription(checkout))?.id ?? checkout;
    return agreed === checkout ? ((await stage.context.card.findPayment(checkout))?.id ?? "") : agreed;
  }
  const order = pathname.split("/").at(-1) ?? "";
  await stage.act(`/wallet/${order}/approve`);
  return order;
}

async function people(stage: Stage) {
  const { db } = stage.context;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  return { owner, donor, request: await addRequest(db, owner, { goal: 5_000 }) };
}

/** A donation of 10.00 that was paid at the provider, and of which we know nothing yet. */
async function paidDonation(stage: Stage, method: PaymentProvider) {
  const { owner, donor, request } = await people(stage);
  const id = newId();
  const page = await perform(stage.context, {
    do: "give",
    id,
    payerId: donor.id,
    method,
    requestId: request.id,
  });
  return { owner, donor, request, id, paymentId: await agree(stage, page) };
}

/** A credited donation of 10.00 to somebody with an account that can be paid out from. */
async function payableDonation(stage: Stage) {
  const given = await paidDonation(stage, "stripe");
  await perform(stage.context, told("stripe", given.paymentId));
  const { id } = given.owner;
  await stage.context.db.update(users).set({ paymentMethod: "bank" }).where(eq(users.id, id));
  await perform(stage.context, { do: "openAccount", payerId: id });
  const account = await findPayee(stage.context.db, id);
  await stage.act(`/accounts/${account?.providerAccountId}/onboard`);
  await checkPayee(stage.context, id);
  return given;
}

/** It was moved once, and so much of it came back, in cents. */
async function expectMoved(
  stage: Stage,
  { id }: { id: string },
  { returned }: { returned: number },
): Promise<void> {
  const { transfers } = await stage.record();
  const made = transfers.filter(({ transfer_group: group }) => group === id);
  expect(made.map(({ amount, amount_reversed: back }) => ({ amount, back }))).toEqual([
    { amount: 1_000, back: returned },
  ]);
}

async function paidBoosts(stage: Stage, method: PaymentProvider) {
  const buyer = await addPerson(stage.context.db);
  const page = await perform(stage.context, { do: "buy", id: newId(), payerId: buyer.id, method });
  return { buyer, paymentId: await agree(stage, page) };
}

/** A subscription that its owner has not agreed to yet: the wallet provider's id of it, or the card provider's page. */
async function opened(
  stage: Stage,
  owner: { id: string },
  tier: PaidTier,
  method: PaymentProvider = "paypal",
): Promise<string> {
  const id = newId();
  const page = await perform(stage.context, { do: "subscribe", id, payerId: owner.id, tier, method });
  const providerId = (await findSubscription(stage.context.db, id))?.providerId ?? "";
  return method === "stripe" ? page : providerId;
}

/** Its owner agrees, and the first month is paid. Answers the provider's id of the agreement. */
async function begin(stage: Stage, asked: string): Promise<string> {
  if (!asked.startsWith("I-")) return agree(stage, asked);
  await stage.act(`/wallet/${asked}/approve`);
  return asked;
}

/** One whose first month is paid and booked. Answers the provider's id of the agreement. */
async function subscribed(
  stage: Stage,
  owner: { id: string },
  tier: PaidTier,
  method: PaymentProvider = "paypal",
): Promise<string> {
  const id = await begin(stage, await opened(stage, owner, tier, method));
  await perform(stage.context, told(method, id));
  return id;
}

async function expectCredited(stage: Stage, given: Awaited<ReturnType<typeof people>>): Promise<void> {
  const { db } = stage.context;
  expect((await requestRow(db, given.request.id)).raised).toBe(1_000);
  expect((await userRow(db, given.donor.id)).totalGiven).toBe(1_000);
  expect((await notificationsOf(db, given.owner.id)).map(({ type }) => type)).toEqual(["donation"]);
}

async function expectRefunded(stage: Stage, given: Awaited<ReturnType<typeof people>>): Promise<void> {
  const { db } = stage.context;
  expect((await requestRow(db, given.request.id)).raised).toBe(0);
  expect((await userRow(db, given.donor.id)).totalGiven).toBe(0);
  expect((await notificationsOf(db, given.donor.id)).map(({ type }) => type)).toEqual(["refund"]);
}

async function expectHeld(stage: Stage, person: { id: string }, normal: number, premium = 0): Promise<void> {
  expect(await findBoosts(stage.context.db, person.id)).toMatchObject({ normal, premium });
}

async function expectTier(stage: Stage, person: { id: string }, tier: PaidTier, runs = true): Promise<void> {
  const { subscriptionTier, subscriptionExpiry } = await userRow(stage.context.db, person.id);
  expect(subscriptionTier).toBe(tier);
  const days = ((subscriptionExpiry?.getTime() ?? 0) - Date.now()) / 86_400_000;
  if (runs) expect(days > 27 && days < 33).toBe(true);
  else expect(days).toBeLessThan(2);
}

async function expectEnded(stage: Stage, agreement: string): Promise<void> {
  const { card, wallet } = stage.context;
  const provider = agreement.startsWith("sub_") ? card : wallet;
  expect((await provider.findSubscription(agreement))?.state).toBe("cancelled");
}

const settled = (command: Command, holds: () => Promise<void>): Flow => ({ command, holds });

/** Every way in which money moves, by what is being done. */
export const FLOWS: Record<string, (stage: Stage) => Promise<Flow>> = {
  "a donation by card is begun": (stage) => beginDonation(stage, "stripe"),
  "a donation by wallet is begun": (stage) => beginDonation(stage, "paypal"),

  "a donation by card is settled": async (stage) => {
    const given = await paidDonation(stage, "stripe");
    return settled(told("stripe", given.paymentId), () => expectCredited(stage, given));
  },

  "a donation by wallet is settled": async (stage) => {
    const given = await paidDonation(stage, "paypal");
    return settled(told("paypal", given.paymentId), () => expectCredited(stage, given));
  },

  "a donation that cannot be credited is given back": async (stage) => {
    const given = await paidDonation(stage, "stripe");
    await deleteRequest(stage.context.db, given.owner, given.request.id);
    return settled(told("stripe", given.paymentId), () => expectRefunded(stage, given));
  },

  "a donation that the provider gave back is reversed": async (stage) => {
    const given = await paidDonation(stage, "paypal");
    await perform(stage.context, told("paypal", given.paymentId));
    await stage.act(`/wallet/${given.paymentId}/refund`);
    return settled(told("paypal", given.paymentId), () => expectRefunded(stage, given));
  },

  "an operator refunds a donation": async (stage) => {
    const given = await paidDonation(stage, "stripe");
    await perform(stage.context, told("stripe", given.paymentId));
    return {
      command: { do: "refund", reference: given.id },
      isByPerson: true,
      holds: () => expectRefunded(stage, given),
    };
  },

  "an account of a payee is opened": async (stage) => {
    const owner = await addPerson(stage.context.db);
    return {
      command: { do: "openAccount", payerId: owner.id },
      isByPerson: true,
      holds: async () => {
        const account = await findPayee(stage.context.db, owner.id);
        const { accounts } = await stage.record();
        const opened = accounts.filter(({ metadata }) => metadata.accountId === account?.id);
        expect(opened.map(({ id }) => id)).toEqual([account?.providerAccountId]);
      },
    };
  },

  "a donation is moved to the account of a payee": async (stage) => {
    const given = await payableDonation(stage);
    return {
      command: { do: "move", donationId: given.id },
      isByPerson: true,
      holds: () => expectMoved(stage, given, { returned: 0 }),
    };
  },

  "a payout is made": async (stage) => {
    const given = await payableDonation(stage);
    await perform(stage.context, { do: "move", donationId: given.id });
    await stage.act("/clock", { days: 3 });
    const id = newId();
    return {
      command: { do: "askPayout", id, payerId: given.owner.id },
      isByPerson: true,
      holds: async () => {
        await expectMoved(stage, given, { returned: 0 });
        const made = (await stage.record()).payouts.filter(({ metadata }) => metadata.payoutId === id);
        expect(made.map(({ amount }) => amount)).toEqual([1_000]);
        const { payouts } = await payoutsOf(stage.context.db, given.owner);
        expect(payouts.map((payout) => payout.id)).toEqual([id]);
      },
    };
  },

  "a donation that was moved comes back": async (stage) => {
    const given = await payableDonation(stage);
    await perform(stage.context, { do: "move", donationId: given.id });
    await stage.act(`/payments/${given.paymentId}/refund`);
    await perform(stage.context, told("stripe", given.paymentId));
    return {
      command: { do: "takeBack", donationId: given.id },
      isByPerson: true,
      holds: () => expectMoved(stage, given, { returned: 1_000 }),
    };
  },

  "boosts by wallet are handed out": (stage) => boostsBought(stage, "paypal"),
  "boosts by card are handed out": (stage) => boostsBought(stage, "stripe"),

  "boosts are taken back": async (stage) => {
    const { buyer, paymentId } = await paidBoosts(stage, "paypal");
    await perform(stage.context, told("paypal", paymentId));
    await stage.act(`/wallet/${paymentId}/refund`);
    return settled(told("paypal", paymentId), () => expectHeld(stage, buyer, 0));
  },

  "a subscription begins": (stage) => subscriptionBegins(stage, "paypal"),
  "a subscription by card begins": (stage) => subscriptionBegins(stage, "stripe"),
  "an upgrade ends the plan before": (stage) => upgradeEndsPlan(stage, "paypal"),
  "an upgrade by card ends the plan by wallet": (stage) => upgradeEndsPlan(stage, "stripe"),
  "a month that buys nothing is given back": (stage) => uselessMonth(stage, "paypal"),
  "a month by card that buys nothing is given back": (stage) => uselessMonth(stage, "stripe"),
  "a month that the provider gave back is taken back": (stage) => refundedMonth(stage, "paypal"),
  "a month by card that the provider gave back is taken back": (stage) => refundedMonth(stage, "stripe"),
  "a subscription is cancelled": (stage) => cancelledSubscription(stage, "paypal"),
  "a subscription by card is cancelled": (stage) => cancelledSubscription(stage, "stripe"),

  "a subscription by card is asked for": async (stage) => {
    const owner = await addPerson(stage.context.db);
    const command: Command = {
      do: "subscribe",
      id: newId(),
      payerId: owner.id,
      tier: "gold",
      method: "stripe",
    };
    return {
      command,
      isByPerson: true,
      afterwards: async () => {
        const id = await agree(stage, await perform(stage.context, command));
        await perform(stage.context, told("stripe", id));
      },
      holds: async () => {
        await expectTier(stage, owner, "gold");
        await expectHeld(stage, owner, 5);
      },
    };
  },
};

async function boostsBought(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const { buyer, paymentId } = await paidBoosts(stage, method);
  return settled(told(method, paymentId), () => expectHeld(stage, buyer, 5));
}

async function subscriptionBegins(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const owner = await addPerson(stage.context.db);
  await addRequest(stage.context.db, owner);
  const id = await begin(stage, await opened(stage, owner, "gold", method));
  return settled(told(method, id), async () => {
    await expectTier(stage, owner, "gold");
    await expectHeld(stage, owner, 5);
  });
}

/** The plan before is by wallet. */
async function upgradeEndsPlan(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const owner = await addPerson(stage.context.db);
  const gold = await subscribed(stage, owner, "gold");
  const id = await begin(stage, await opened(stage, owner, "diamond", method));
  return settled(told(method, id), async () => {
    await expectTier(stage, owner, "diamond");
    await expectHeld(stage, owner, 5, 5);
    await expectEnded(stage, gold);
  });
}

/** A month of gold is paid for while diamond, by wallet, runs. */
async function uselessMonth(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const owner = await addPerson(stage.context.db);
  const page = await opened(stage, owner, "gold", method);
  await subscribed(stage, owner, "diamond");
  const id = await begin(stage, page);
  return settled(told(method, id), async () => {
    await expectTier(stage, owner, "diamond");
    await expectHeld(stage, owner, 0, 5);
    await expectEnded(stage, id);
  });
}

/** The card provider sends an event about the payment, the wallet provider about the subscription. */
async function refundedMonth(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const owner = await addPerson(stage.context.db);
  const id = await subscribed(stage, owner, "gold", method);
  const byCard = method === "stripe";
  const provider = byCard ? stage.context.card : stage.context.wallet;
  const paymentId = (await provider.findSubscription(id))?.payments[0]?.id ?? "";
  await stage.act(byCard ? `/payments/${paymentId}/refund` : `/wallet/${paymentId}/refund`);
  return settled(told(method, byCard ? paymentId : id), async () => {
    await expectTier(stage, owner, "gold", false);
    await expectHeld(stage, owner, 0);
  });
}

async function cancelledSubscription(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const owner = await addPerson(stage.context.db);
  const id = await subscribed(stage, owner, "gold", method);
  return {
    command: { do: "cancel", payerId: owner.id },
    isByPerson: true,
    holds: async () => {
      await expectTier(stage, owner, "gold");
      await expectEnded(stage, id);
    },
  };
}

/** The donor presses the button, and once more if no answer came; then they pay. One payment is made, and credited. */
async function beginDonation(stage: Stage, method: PaymentProvider): Promise<Flow> {
  const given = await people(stage);
  const id = newId();
  const command: Command = { do: "give", id, payerId: given.donor.id, method, requestId: given.request.id };
  return {
    command,
    isByPerson: true,
    afterwards: async () => {
      const paymentId = await agree(stage, await perform(stage.context, command));
      await perform(stage.context, told(method, paymentId));
    },
    holds: async () => {
      await expectCredited(stage, given);
      expect(await paymentsFor(stage, id)).toBe(1);
    },
  };
}

/** How many payments the provider made for a donation. */
async function paymentsFor(stage: Stage, donationId: string): Promise<number> {
  const { payment_intents: cards, wallet } = await stage.record();
  return [...cards, ...wallet.orders].filter((payment) => JSON.stringify(payment).includes(donationId))
    .length;
}
