import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { donations, holds, newId, requests } from "@/db/schema";
import { walletDonationOutcome } from "@/lib/domain/donations/outcome";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { compareReceived } from "@/lib/domain/operator/compare-records";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settlePayment } from "@/lib/domain/settlement/settle-payment";
import { setClock } from "@/lib/ground/clock";
import { DAY, MINUTE } from "@/lib/ground/durations";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import { donationRow, notifyOfOrder, requestRow, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, wallet, context } = openBooks({ APP_URL: "https://steuntje.example", ...WALLET_DONATIONS });
beforeEach(async () => {
  await database.db.update(donations).set({ checkAt: null });
  await database.db
    .update(donations)
    .set({ paymentStatus: "failed" })
    .where(eq(donations.paymentStatus, "pending"));
});

async function people() {
  const owner = await addPerson(database.db);
  const donor = await addPerson(database.db);
  return { owner, donor, request: await addRequest(database.db, owner, { goal: 2_000 }) };
}

async function start(donor: { id: string }, request: { id: string }, amount = "10") {
  const id = newId();
  const input = { amount, requestId: request.id, locale: "nl" } as const;
  const { url } = await startWalletDonation(context, donor, input, id);
  return { id, orderId: url.split("/").at(-1) ?? "" };
}

const raised = async ({ id }: { id: string }) => (await requestRow(database.db, id)).raised;

describe("a payment that the wallet provider reverses", () => {
  async function credited() {
    const { donor, request } = await people();
    const { id, orderId } = await start(donor, request);
    wallet.approve(orderId);
    await notifyOfOrder(context, orderId);
    expect((await donationRow(database.db, id)).paymentStatus).toBe("completed");
    const reversed = () =>
      handleEvent(context, "paypal", {
        id: newId(),
        type: "PAYMENT.CAPTURE.REVERSED",
        paymentId: orderId,
        isDispute: true,
        isReversal: true,
      });
    return { id, orderId, reversed };
  }
  const holdsOf = (id: string) => database.db.select().from(holds).where(eq(holds.donationId, id));

  it("while its order shows neither a refund nor a dispute is held for an operator, once, and stays booked", async () => {
    const { id, reversed } = await credited();
    expect([await reversed(), await reversed()]).toEqual(["credited", "credited"]);
    expect(await holdsOf(id)).toMatchObject([
      { cause: "risk", liftedAt: null, decision: expect.stringContaining("reversed") },
    ]);
    expect((await donationRow(database.db, id)).paymentStatus).toBe("completed");
  });

  it("is reversed in the books when the order shows that it went back, without a hold", async () => {
    const { id, orderId, reversed } = await credited();
    const order = wallet.orders.get(orderId);
    if (order) order.returned = order.received;
    expect(await reversed()).toBe("refunded");
    expect(await holdsOf(id)).toEqual([]);
  });

  it("is held as a dispute while one is open", async () => {
    const { id, orderId, reversed } = await credited();
    wallet.disputed.add(orderId);
    await reversed();
    expect(await holdsOf(id)).toMatchObject([{ cause: "dispute" }]);
  });
});

describe("donations by wallet (D29)", () => {
  it("ask for an order with our ids, and lead back to the thank-you page", async () => {
    const { donor, owner, request } = await people();
    const createOrder = vi.spyOn(wallet, "openPage");
    const { id } = await start(donor, request);
    expect(createOrder).toHaveBeenCalledWith({
      amount: 1020,
      currency: "eur",
      description: "A winter coat",
      locale: "nl",
      idempotencyKey: `donation-${id}`,
      metadata: { donationId: id, requestId: request.id, recipientId: owner.id, donorId: donor.id },
      returnUrl: `https://steuntje.example/payment-success?donation=${id}`,
      cancelUrl: `https://steuntje.example/payment-success?donation=${id}&cancelled=1`,
    });
  });

  it("are captured and credited once when return page, webhooks and reconciliation come at once", async () => {
    const { donor, owner, request } = await people();
    const { id, orderId } = await start(donor, request);
    expect(await walletDonationOutcome(context, donor, id)).toMatchObject({ state: "failed" });
    wallet.approve(orderId);
    setClock(() => new Date(Date.now() + 11 * MINUTE));
    await Promise.all([
      walletDonationOutcome(context, donor, id),
      notifyOfOrder(context, orderId),
      notifyOfOrder(context, orderId),
      reconcile(context, failOnError),
    ]);
    expect(wallet.captures).toBe(1);
    expect(await raised(request)).toBe(1000);
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 1000 });
    expect(await walletDonationOutcome(context, donor, id)).toMatchObject({
      state: "succeeded",
      breakdown: { donationAmount: 1000, serviceFee: 20, totalAmount: 1020 },
      item: "A winter coat",
    });
    expect(await walletDonationOutcome(context, owner, id)).toEqual({ state: "unknown" });
  });

  it("are found by our id when the event overtook the answer that told us the order's", async () => {
    const { donor, request } = await people();
    wallet.failures.push({ call: "openPage", acted: true });
    await expect(start(donor, request)).rejects.toThrow("after acting");
    const [order] = [...wallet.orders.values()];
    wallet.approve(order!.id);
    expect(await notifyOfOrder(context, order!.id)).toBe("credited");
  });

  it("go back when the request takes no more, or another amount was paid", async () => {
    const { donor, request } = await people();
    const [late, wrong] = [await start(donor, request), await start(donor, request)];
    for (const { orderId } of [late, wrong]) {
      wallet.approve(orderId);
      await wallet.capturePayment(orderId);
    }
    wallet.order(wrong.orderId).received = 1;
    expect(await notifyOfOrder(context, wrong.orderId)).toBe("refunded");
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
    expect(await notifyOfOrder(context, late.orderId)).toBe("refunded");
    expect(wallet.refunds.size).toBe(2);
    expect(await raised(request)).toBe(0);
  });

  it("that failed after reconciliation claimed them are not captured by it", async () => {
    const { donor, request } = await people();
    const [one, another] = [await start(donor, request), await start(donor, request)];
    setClock(() => new Date(Date.now() + 11 * MINUTE));
    const find = wallet.findPayment.bind(wallet);
    let isFirst = true;
    vi.spyOn(wallet, "findPayment").mockImplementation(async (orderId, include) => {
      if (isFirst) {
        isFirst = false;
        const second = orderId === one.orderId ? another : one;
        wallet.approve(second.orderId);
        await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
        expect(await walletDonationOutcome(context, donor, second.id)).toMatchObject({ state: "failed" });
        await database.db.update(requests).set({ isActive: true }).where(eq(requests.id, request.id));
      }
      return find(orderId, include);
    });
    await reconcile(context, failOnError);
    expect(wallet.captures).toBe(0);
    expect(await raised(request)).toBe(0);
  });

  it("are not captured again by a refusal's own trace, whatever the provider's clock, but by a new approval (trust 37)", async () => {
    const { donor, request } = await people();
    const { id, orderId } = await start(donor, request);
    wallet.approve(orderId);
    const ahead = new Date(Date.now() + 5 * MINUTE);
    vi.spyOn(wallet, "capturePayment").mockImplementationOnce(async () => {
      wallet.order(orderId).changedAt = ahead;
      return { outcome: "declined", approvalUrl: "https://wallet.example/again" };
    });
    expect(await walletDonationOutcome(context, donor, id)).toMatchObject({
      state: "failed",
      approvalUrl: "https://wallet.example/again",
    });
    expect(await settlePayment(context, "paypal", orderId)).toMatchObject({ state: "open" });
    expect(wallet.captures).toBe(0);
    const approvedAt = new Date(ahead.getTime() + 1);
    const event = { id: "WH-again", type: "CHECKOUT.ORDER.APPROVED", paymentId: orderId, approvedAt };
    expect(await handleEvent(context, "paypal", event)).toBe("credited");
    expect(wallet.captureKeys).toEqual([`capture-donation-${id}-${ahead.getTime()}`]);
    expect(await raised(request)).toBe(1_000);
  });

  it("are not captured once the request takes no more", async () => {
    const { donor, request } = await people();
    const captureOrder = vi.spyOn(wallet, "capturePayment");
    const [reached, hidden] = [await start(donor, request), await start(donor, request)];
    for (const { orderId } of [reached, hidden]) wallet.approve(orderId);
    await database.db
      .update(requests)
      .set({ raised: 2_000, isCompleted: true, completedAt: new Date() })
      .where(eq(requests.id, request.id));
    expect(await settlePayment(context, "paypal", reached.orderId)).toMatchObject({ state: "failed" });
    await database.db
      .update(requests)
      .set({ raised: 0, isCompleted: false, completedAt: null, isActive: false })
      .where(eq(requests.id, request.id));
    expect(await settlePayment(context, "paypal", hidden.orderId)).toMatchObject({ state: "failed" });
    expect(captureOrder).not.toHaveBeenCalled();
    expect(await userRow(database.db, donor.id)).toMatchObject({ totalGiven: 0 });
  });

  it("are taken out again by a refund or a lost dispute, once", async () => {
    const { donor, request } = await people();
    const { id, orderId } = await start(donor, request);
    wallet.approve(orderId);
    await notifyOfOrder(context, orderId);
    for (const step of ["disputeLost", "refunded"] as const) {
      wallet.order(orderId)[step] = true;
      await Promise.all([
        notifyOfOrder(context, orderId),
        settlePayment(context, "paypal", orderId, { disputes: true }),
      ]);
    }
    expect(await raised(request)).toBe(0);
    expect(await donationRow(database.db, id)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "dispute",
    });
  });

  it("agree with the provider after a lost dispute, which its order does not show", async () => {
    const { donor, request } = await people();
    const { id, orderId } = await start(donor, request);
    wallet.approve(orderId);
    await notifyOfOrder(context, orderId);
    const differences = async () => {
      const found = await compareReceived(database.db, wallet, new Date(Date.now() - DAY));
      return found.filter((one) => one.id === id).map(({ why }) => why);
    };
    wallet.order(orderId).disputeLost = true;
    await settlePayment(context, "paypal", orderId, { disputes: true });
    expect(await differences()).toEqual([]);
    wallet.order(orderId).disputeLost = false;
    expect(await differences()).toEqual(["0 cents went back there, 1020 in the books"]);
  });

  it("are closed when nobody approved them within a day, and never captured afterwards", async () => {
    const { donor, request } = await people();
    wallet.failures.push({ call: "openPage", acted: false });
    await expect(start(donor, request)).rejects.toThrow("scripted");
    const { orderId } = await start(donor, request);
    setClock(() => new Date(Date.now() + 25 * 60 * MINUTE));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ failed: 2 });
    wallet.approve(orderId);
    expect(await notifyOfOrder(context, orderId)).toBe("failed");
    expect(wallet.captures).toBe(0);
  });
});

function failOnError(subject: string, error: unknown): never {
  throw new Error(`reconciliation of ${subject} failed`, { cause: error });
}
