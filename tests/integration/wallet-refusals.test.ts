import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findConcerns } from "@/db/checks";
import { newId } from "@/db/schema";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { walletDonationOutcome } from "@/lib/domain/donations/outcome";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settlePayable } from "@/lib/domain/settlement/settle-payment";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { setClock } from "@/lib/ground/clock";
import { HOUR, MINUTE } from "@/lib/ground/durations";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { createPayPalGateway } from "@/lib/providers/paypal";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { openMerchant, openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { ISSUES } from "@/sandbox/wallet/issues";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import { donationRow, requestRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const CAPTURE = "POST /v2/checkout/orders/:id/capture";
const REFUND = "POST /v2/payments/captures/:id/refund";
const DISPUTES = "GET /v1/customer/disputes";

const {
  database,
  card,
  context: scripted,
} = openBooks({
  APP_URL: "https://steuntje.example",
  ...WALLET_DONATIONS,
});
const folder = temporaryFolder();
let sandbox: TestSandbox;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let context: PayoutContext;
beforeAll(async () => {
  merchant = await openMerchant();
  sandbox = await openTestSandbox(folder.path, { walletWebhookUrl: merchant.url });
  const wallet = createPayPalGateway({ ...WALLET, apiBase: sandbox.url }, { retries: 0 });
  context = { db: scripted.db, card, wallet, payoutProviders: unconfiguredPayouts };
});
afterAll(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});
beforeEach(() => () => sandbox.call("DELETE", "/_sandbox/faults"));

const order = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const tell = (id: string, deed: string, told?: object) =>
  sandbox.call("POST", `/_sandbox/wallet/${id}/${deed}`, told);
const later = (milliseconds: number) => setClock(() => new Date(Date.now() + milliseconds));
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

/** What the provider's events say of a thing, as our own webhook reads them. */
async function deliver(type: string, about: string): Promise<string> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const found = merchant.received.find(
      ({ body }) => body.includes(`"event_type": "${type}"`) && body.includes(about),
    );
    if (found)
      return handleEvent(context, "paypal", await context.wallet.readEvent(found.body, found.headers));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${type} about ${about} did not come`);
}

async function give() {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner, { goal: 5_000 });
  const id = newId();
  const { url } = await startWalletDonation(
    context,
    donor,
    { amount: "10", requestId: request.id, locale: "en" },
    id,
  );
  const orderId = url.split("/").at(-1) ?? "";
  return {
    id,
    donor,
    request,
    orderId,
    outcome: (cameBack = true) => walletDonationOutcome(context, donor, id, cameBack),
  };
}

async function buy() {
  const buyer = await addPerson(database.db);
  const id = newId();
  const asked = {
    boostType: "normal",
    quantity: 5,
    method: "paypal",
    description: "5",
    locale: "en",
  } as const;
  const { url } = await startBoostPurchase(context, buyer, { ...asked, returnPath: "/profile" }, id);
  const orderId = url.split("/").at(-1) ?? "";
  return { id, buyer, orderId, outcome: (cameBack = true) => purchaseOutcome(context, buyer, id, cameBack) };
}

const AGAIN: ReadonlySet<string> = new Set([
  "INSTRUMENT_DECLINED",
  "ORDER_NOT_APPROVED",
  "PAYER_ACTION_REQUIRED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
]);
const { 401: _passing, ...final } = ISSUES[CAPTURE];
const REFUSALS = Object.values(final)
  .flat()
  .filter((issue) => issue !== "ORDER_ALREADY_CAPTURED" && issue !== "ORDER_COMPLETION_IN_PROGRESS");

describe("a capture that the provider refuses (trust 37)", () => {
  type Refused = Record<"donation" | "purchase", { id: string; told: { state: string } }>;
  const refused = new Map<string, Refused & { buyerId: string; requestId: string }>();
  beforeAll(async () => {
    for (const issue of REFUSALS) {
      const [donation, purchase] = [await give(), await buy()];
      for (const { orderId } of [donation, purchase]) {
        await tell(orderId, "approve");
        await order({ refuse: issue, scope: { call: CAPTURE, payment: orderId } });
      }
      refused.set(issue, {
        donation: { id: donation.id, told: await donation.outcome() },
        purchase: { id: purchase.id, told: await purchase.outcome() },
        buyerId: purchase.buyer.id,
        requestId: donation.request.id,
      });
    }
    for (const hours of [1, 2, 4, 8, 16, 26]) {
      later(hours * HOUR);
      await reconcile(context, failOnError);
    }
    setClock();
  }, 600_000);

  it.each(REFUSALS)("for %s is told in plain words, and fails nothing for hours", async (issue) => {
    const { donation, purchase, buyerId, requestId } = refused.get(issue)!;
    const mayAgain = AGAIN.has(issue);
    const approvalUrl = mayAgain ? expect.stringContaining("/approve/") : null;
    expect(donation.told).toMatchObject({ state: "failed", approvalUrl });
    expect(purchase.told).toMatchObject({ state: mayAgain ? "open" : "failed", approvalUrl });
    expect(await donationRow(database.db, donation.id)).toMatchObject({ paymentStatus: "failed" });
    expect(await findBoosts(database.db, buyerId)).toMatchObject({ normal: 0 });
    expect(await requestRow(database.db, requestId)).toMatchObject({ raised: 0 });
  });

  it("is tried again with another key once the payer approved again, and only then", async () => {
    const [donation, purchase] = [await give(), await buy()];
    for (const { orderId } of [donation, purchase]) {
      await tell(orderId, "approve");
      await order({ decline: "insufficient_funds", scope: { payment: orderId } });
    }
    expect(await donation.outcome()).toMatchObject({ state: "failed" });
    expect(await purchase.outcome()).toMatchObject({ state: "open" });
    for (let reloads = 0; reloads < 5; reloads += 1) {
      expect(await donation.outcome()).toMatchObject({ state: "failed" });
      expect(await purchase.outcome()).toMatchObject({ state: "open" });
    }
    const calls = async () =>
      ((await sandbox.call("GET", "/_sandbox/state")).body.calls as { call: string; about: string }[]).filter(
        ({ call, about }) => call === CAPTURE && (about === donation.orderId || about === purchase.orderId),
      ).length;
    expect(await calls()).toBe(2);
    for (const { orderId } of [donation, purchase]) await tell(orderId, "approve");
    expect(await donation.outcome()).toMatchObject({ state: "succeeded", approvalUrl: null });
    expect(await purchase.outcome()).toMatchObject({ state: "completed", approvalUrl: null });
    expect(await calls()).toBe(4);
    expect(await requestRow(database.db, donation.request.id)).toMatchObject({ raised: 1_000 });
  });
});

describe("disputes (trust 37)", () => {
  it.each([500, 404])(
    "that cannot be read (%i) keep nothing from being taken and granted",
    async (status) => {
      await order({ failNext: status, times: 1_000, scope: { call: DISPUTES } });
      const [donation, purchase] = [await give(), await buy()];
      for (const { orderId } of [donation, purchase]) await tell(orderId, "approve");
      expect(await deliver("CHECKOUT.ORDER.APPROVED", donation.orderId)).toBe("credited");
      expect(await purchase.outcome()).toMatchObject({ state: "completed" });
      expect(await donation.outcome()).toMatchObject({ state: "succeeded" });
      const buyer = await addPerson(database.db);
      const wish = { tier: "gold", method: "paypal", locale: "en", returnPath: "/profile" } as const;
      await startSubscription(context, buyer, wish, newId());
      const state = (await sandbox.call("GET", "/_sandbox/state")).body.wallet as Record<
        string,
        { id: string }[]
      >;
      const agreement = state.subscriptions?.at(-1)?.id ?? "";
      await tell(agreement, "approve");
      expect(await deliver("BILLING.SUBSCRIPTION.ACTIVATED", agreement)).toBe("active");
      expect(await findBoosts(database.db, buyer.id)).toMatchObject({ normal: 5 });
    },
  );

  it.each([500, 404])(
    "that cannot be read (%i) leave an event about one to be told again",
    async (status) => {
      const donation = await give();
      await tell(donation.orderId, "approve");
      expect(await donation.outcome()).toMatchObject({ state: "succeeded" });
      await tell(donation.orderId, "lose-dispute");
      await order({ failNext: status, times: 1_000, scope: { call: DISPUTES } });
      const payment = await capturedBy(donation.orderId);
      await expect(deliver("CUSTOMER.DISPUTE.RESOLVED", payment)).rejects.toBeInstanceOf(ProviderUnavailable);
      expect(await donationRow(database.db, donation.id)).toMatchObject({ paymentStatus: "completed" });
      await sandbox.call("DELETE", "/_sandbox/faults");
      expect(await deliver("CUSTOMER.DISPUTE.RESOLVED", payment)).toBe("refunded");
      expect(await requestRow(database.db, donation.request.id)).toMatchObject({ raised: 0 });
    },
  );

  it.each([500, 404])(
    "that cannot be read (%i) keep no refund that is due from its payer",
    async (status) => {
      const [donation, purchase] = [await give(), await buy()];
      for (const { id, orderId } of [donation, purchase]) {
        await tell(orderId, "approve");
        await context.wallet.capturePayment(orderId, `elsewhere-${id}`);
      }
      await database.db.execute(`update requests set is_active = false where id = '${donation.request.id}'`);
      await database.db.transaction((tx) => erasePerson(tx, purchase.buyer.id, new Date()));
      await order({ failNext: 503, times: 2, scope: { call: REFUND } });
      expect(await donation.outcome()).toMatchObject({ state: "unavailable" });
      expect(await purchase.outcome()).toMatchObject({ state: "unavailable" });
      await order({ failNext: status, times: 1_000, scope: { call: DISPUTES } });
      later(HOUR);
      await reconcile(context, () => {});
      expect(await donationRow(database.db, donation.id)).toMatchObject({ paymentStatus: "refunded" });
      expect(await settlePayable(context, { purpose: "boost_purchase", id: purchase.id })).toMatchObject({
        state: "refunded",
      });
    },
  );

  it("that cannot be read hide no refund that the provider gave", async () => {
    const [donation, purchase] = [await give(), await buy()];
    for (const { orderId } of [donation, purchase]) await tell(orderId, "approve");
    expect(await donation.outcome()).toMatchObject({ state: "succeeded" });
    expect(await purchase.outcome()).toMatchObject({ state: "completed" });
    for (const { orderId } of [donation, purchase]) await tell(orderId, "refund");
    await order({ failNext: 404, times: 1_000, scope: { call: DISPUTES } });
    later(2 * HOUR);
    await reconcile(context, () => {});
    expect(await donationRow(database.db, donation.id)).toMatchObject({ paymentStatus: "refunded" });
    expect(await findBoosts(database.db, purchase.buyer.id)).toMatchObject({ normal: 0 });
  });
});

async function capturedBy(orderId: string): Promise<string> {
  const { payments } = (await sandbox.call("GET", "/_sandbox/state")).body.wallet as {
    payments: { id: string; of: { order?: string } }[];
  };
  return payments.find(({ of }) => of.order === orderId)?.id ?? "";
}

describe("a refund that the provider will not give (trust 37)", () => {
  it.each(["REFUND_NOT_ALLOWED", "REFUND_TIME_LIMIT_EXCEEDED"])(
    "for %s stays due in the books, is told to the operator, and is not asked for again",
    async (issue) => {
      const donation = await give();
      await tell(donation.orderId, "approve");
      expect(await donation.outcome()).toMatchObject({ state: "succeeded" });
      const late = await give();
      await tell(late.orderId, "approve");
      await context.wallet.capturePayment(late.orderId, `elsewhere-${late.id}`);
      await database.db.execute(`update requests set is_active = false where id = '${late.request.id}'`);
      await order({ refuse: issue, times: 9, scope: { call: REFUND } });
      expect(await late.outcome()).toMatchObject({ state: "refunded" });
      expect(await donationRow(database.db, late.id)).toMatchObject({
        paymentStatus: "completed",
        refundReason: "request_hidden",
        refundRefusal: issue,
      });
      for (const hours of [1, 3, 9]) {
        later(hours * HOUR);
        await reconcile(context, failOnError);
      }
      const concerns = await findConcerns(database.db, new Date());
      expect(JSON.stringify(concerns)).toContain(issue);
      const { faults } = (await sandbox.call("GET", "/_sandbox/state")).body as {
        faults: { times: number }[];
      };
      expect(faults[0]?.times).toBe(8);
      await sandbox.call("DELETE", "/_sandbox/faults");
      await tell(late.orderId, "refund");
      later(20 * HOUR);
      await reconcile(context, failOnError);
      expect(await donationRow(database.db, late.id)).toMatchObject({ paymentStatus: "refunded" });
      expect(JSON.stringify(await findConcerns(database.db, new Date()))).not.toContain(late.id);
    },
  );
});

it("finds a reversal that names neither payment nor agreement within the hour (trust 37)", async () => {
  const buyer = await addPerson(database.db);
  await startSubscription(
    context,
    buyer,
    { tier: "diamond", method: "paypal", locale: "en", returnPath: "/profile" },
    newId(),
  );
  const state = async () =>
    (await sandbox.call("GET", "/_sandbox/state")).body.wallet as {
      subscriptions: { id: string }[];
      payments: { id: string; of: { subscription?: string } }[];
    };
  const agreement = (await state()).subscriptions.at(-1)?.id ?? "";
  await tell(agreement, "approve");
  await deliver("BILLING.SUBSCRIPTION.ACTIVATED", agreement);
  expect(await findBoosts(database.db, buyer.id)).toMatchObject({ premium: 5 });
  const sale = (await state()).payments.find(({ of }) => of.subscription === agreement)?.id ?? "";
  await tell(sale, "lose-dispute");
  expect(await deliver("PAYMENT.SALE.REVERSED", "-9.99")).toMatch(/^reviews \d+ payments soon$/);
  later(50 * MINUTE);
  await reconcile(context, failOnError);
  expect(await findBoosts(database.db, buyer.id)).toMatchObject({ premium: 0 });
});
