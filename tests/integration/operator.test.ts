import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { newId } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { decide } from "@/lib/domain/operator/decide";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { listAudit, listUnfinished } from "@/lib/domain/operator/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { Refusal } from "@/lib/domain/operator/types";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { listFeed } from "@/lib/domain/requests/queries";
import { lockRequest } from "@/lib/domain/requests/store";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { ProviderUnavailable, RefundRefused } from "@/lib/providers/gateway";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import { aDecision, hide, show } from "../support/deciding";
import {
  donationRow,
  notificationsOf,
  requestRow,
  type Started,
  start,
  tell,
  userRow,
} from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const operator = { name: "ines" };
const reason = "the donor asked for it";

const { database, card, wallet, context } = openBooks(WALLET_DONATIONS);

async function people(goal = 10_000) {
  const owner = await addPerson(database.db);
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { goal });
  return { owner, donor, request };
}

/** A donation of 25.00, credited. */
async function credited() {
  const { owner, donor, request } = await people();
  const given = await start(context, donor, request, "25");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { owner, donor, request, given };
}

/** The time stays the same until the clock is set again, to show that order does not depend on it. */
function stopClock(later = 0): void {
  const at = new Date(Date.now() + later);
  setClock(() => at);
}

const auditOf = (subjectId: string) => listAudit(database.db, { subjectId, limit: 10 });
const refund = (given: Started) => refundPayment(context, operator, { reference: given.donationId, reason });
const failOnError = (id: string, error: unknown) => {
  throw new Error(`${id}: ${error}`);
};
const raised = async (request: { id: string }) => (await requestRow(database.db, request.id)).raised;
const isInFeed = async (request: { id: string }) =>
  (await listFeed(database.db, { limit: 100 })).items.some(({ id }) => id === request.id);

describe("the audit", () => {
  it.each([
    "update audit_entries set operator = 'nobody'",
    "delete from audit_entries",
    "truncate audit_entries",
  ])("cannot be changed: %s", async (statement) => {
    const { request } = await people();
    await hide(context, { requestId: request.id });
    await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: "the audit is append-only" },
    });
  });

  it("lists what was done, newest first, of all or of one", async () => {
    const { request } = await people();
    const other = await people();
    await hide(context, { requestId: request.id, reason: "The text is spam." });
    await hide(context, { requestId: other.request.id });
    await show(context, { requestId: request.id });
    expect(await auditOf(request.id)).toMatchObject([
      { action: "lift_decision", subject: "request", reason: "a mistake" },
      { action: "decide", after: { measure: "hidden", ground: "rules:2.1" }, reason: "as reported" },
    ]);
    expect((await listAudit(database.db, { limit: 2 })).map((entry) => entry.subjectId)).toEqual([
      request.id,
      other.request.id,
    ]);
  });

  it("fails together with the deed: nothing is changed that was not written down", async () => {
    const { request, given } = await credited();
    const nameless = { name: "" };
    const { id } = await addPerson(database.db);
    const order = aDecision("request", request.id, "hidden");
    await expect(decide(context, { id, ...nameless }, order)).rejects.toThrow();
    await expect(refundPayment(context, nameless, { reference: given.donationId, reason })).rejects.toThrow();
    expect(await requestRow(database.db, request.id)).toMatchObject({ isActive: true });
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ refundReason: null });
    expect(card.refunds.size).toBe(0);
  });
});

describe("looking a person up", () => {
  it("finds them by username and e-mail address in any case, and by id; and notes each time", async () => {
    const { owner, donor, request, given } = await credited();
    for (const reference of [donor.username.toUpperCase(), donor.email.toUpperCase(), donor.id]) {
      const found = await lookUpPerson(database.db, operator, reference);
      expect(found).toMatchObject({
        person: { id: donor.id, email: donor.email, publicGiven: 2500 },
        paid: [{ kind: "donation", id: given.donationId, requestId: request.id, amount: 2500 }],
        received: [],
      });
    }
    expect(await auditOf(donor.id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ action: "look_up_person", subject: "person", before: null })),
    );
    expect(await lookUpPerson(database.db, operator, owner.id)).toMatchObject({
      requests: [{ id: request.id, raised: 2500, status: "active" }],
      received: [{ id: given.donationId, state: "completed" }],
    });
  });

  it("shows no secret, and what became of requests", async () => {
    const { owner, request } = await people();
    const kept = await addRequest(database.db, owner);
    await start(context, await addPerson(database.db), request, "5");
    await deleteRequest(database.db, owner, request.id);
    await database.db.execute(
      sql`update users set password = '$argon2id$secret', visa_card_token = 'tok_secret' where id = ${owner.id}`,
    );
    const found = await lookUpPerson(database.db, operator, owner.id);
    expect(JSON.stringify(found)).not.toMatch(/argon2id|tok_secret/);
    expect(found.person).toMatchObject({ signsInWith: ["password"], hasCard: true });
    const statuses = new Map(found.requests.map(({ id, status }) => [id, status]));
    expect(statuses.get(request.id)).toBe("deleted");
    expect(statuses.get(kept.id)).toBe("active");
  });

  it("finds nobody for what is nobody's, and notes nothing", async () => {
    const before = await listAudit(database.db, { limit: 1 });
    for (const reference of ["nobody-here", "nobody@example.org", crypto.randomUUID(), "%"]) {
      await expect(lookUpPerson(database.db, operator, reference)).rejects.toBeInstanceOf(Refusal);
    }
    expect(await listAudit(database.db, { limit: 1 })).toEqual(before);
  });
});

describe("the history of a payment", () => {
  it("tells everything in the order it happened, by our id and the provider's, and names nobody", async () => {
    stopClock();
    const { owner, donor, given } = await credited();
    stopClock(60_000);
    await refund(given);
    const history = await paymentHistory(database.db, given.donationId);
    expect(await paymentHistory(database.db, given.paymentId)).toEqual(history);
    expect(history.payment).toMatchObject({
      kind: "donation",
      state: "refunded",
      amount: 2500,
      serviceFee: 50,
      providerId: given.paymentId,
    });
    expect(history.timeline.map(({ source, what, amount }) => [source, what, amount])).toEqual([
      ["payment", "started", 2550],
      ["provider", "payment_intent.succeeded", null],
      ["payment", "paid, credited", 2550],
      ["ledger", "donation: donor", -2550],
      ["ledger", "donation: recipient", 2500],
      ["ledger", "donation: fee", 50],
      ["notification", "donation", 2500],
      ["operator", "refund", null],
      ["payment", "refunded", 2550],
      ["ledger", "reversal: donor", 2550],
      ["ledger", "reversal: recipient", -2500],
      ["ledger", "reversal: fee", -50],
      ["notification", "refund", expect.any(Number)],
      ["notification", "refund", expect.any(Number)],
    ]);
    const told = JSON.stringify(history);
    for (const person of [owner, donor]) {
      expect(told).toContain(person.id);
      expect(told).not.toContain(person.username);
      expect(told).not.toContain(person.email);
    }
  });

  it("says what was paid and not credited, and which event is not handled yet", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    await hide(context, { requestId: request.id });
    card.pay(given.paymentId);
    card.failures.push({ call: "refundPayment", acted: false });
    await expect(tell(context, given.paymentId)).rejects.toThrow("scripted");
    const { timeline } = await paymentHistory(database.db, given.donationId);
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: "paid, not credited", note: "request_hidden" }),
    );
    expect(timeline).toContainEqual(expect.objectContaining({ source: "provider", note: "not handled yet" }));
  });

  it("has the ledger entries of a part that went back", async () => {
    const { given } = await credited();
    card.truth(given.paymentId).returned = 255;
    await tell(context, given.paymentId);
    const { timeline } = await paymentHistory(database.db, given.donationId);
    const parts = timeline.filter(({ what }) => what.startsWith("partial_reversal"));
    expect(parts.map(({ what, amount }) => [what, amount])).toEqual([
      ["partial_reversal: donor", 255],
      ["partial_reversal: recipient", -250],
      ["partial_reversal: fee", -5],
    ]);
  });

  it("refuses what is no payment", async () => {
    for (const reference of ["pi_nothing", crypto.randomUUID(), "'"]) {
      await expect(paymentHistory(database.db, reference)).rejects.toBeInstanceOf(Refusal);
    }
  });
});

describe("asking the provider", () => {
  it("credits what was paid although no webhook came, and notes what it found", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    card.pay(given.paymentId);
    expect(await askProvider(context, operator, given.paymentId)).toMatchObject({
      outcome: "credited",
      before: { state: "pending" },
      after: { state: "completed" },
    });
    expect(await raised(request)).toBe(2500);
    expect(await auditOf(given.donationId)).toMatchObject([
      {
        action: "ask_provider",
        before: { state: "pending" },
        after: { state: "completed", outcome: "credited" },
      },
    ]);
  });

  it("finds the payment whose call never answered", async () => {
    const { donor, request } = await people();
    card.failures.push({ call: "createPayment", acted: true });
    await expect(start(context, donor, request, "25")).rejects.toThrow("after acting");
    const [payment] = [...card.payments.values()];
    card.pay(payment!.id);
    const { outcome } = await askProvider(context, operator, payment!.metadata.donationId!);
    expect(outcome).toBe("credited");
    expect(card.payments.size).toBe(1);
  });

  it("gives a refund that is due", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    await hide(context, { requestId: request.id });
    card.pay(given.paymentId);
    card.failures.push({ call: "refundPayment", acted: false });
    await expect(tell(context, given.paymentId)).rejects.toThrow("scripted");
    expect(await askProvider(context, operator, given.donationId)).toMatchObject({
      outcome: "refunded",
      before: { state: "completed", refundReason: "request_hidden" },
      after: { state: "refunded", refundReason: "request_hidden" },
    });
  });

  it("changes and notes nothing when the provider is out of reach", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    card.pay(given.paymentId);
    card.failures.push({ call: "findPayment", acted: false });
    await expect(askProvider(context, operator, given.donationId)).rejects.toThrow("scripted");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "pending" });
    expect(await auditOf(given.donationId)).toEqual([]);
  });

  it("says that the provider does not know a payment", async () => {
    const { given } = await credited();
    card.payments.clear();
    expect(await askProvider(context, operator, given.donationId)).toMatchObject({ outcome: "unknown" });
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "completed" });
  });

  it("opens no payment for a donation that was given up before the provider knew it", async () => {
    const { donor, request } = await people();
    card.failures.push({ call: "createPayment", acted: false });
    await expect(start(context, donor, request, "25")).rejects.toThrow("scripted");
    await database.db.execute(
      sql`update donations set payment_status = 'failed' where request_id = ${request.id}`,
    );
    const [donation] = (await lookUpPerson(database.db, operator, donor.id)).paid;
    await expect(askProvider(context, operator, donation!.id)).rejects.toThrow("never reached");
    expect(card.payments.size).toBe(0);
  });
});

describe("a refund", () => {
  it("takes everything back out, gives it back once, fee included, and tells both", async () => {
    const { owner, donor, request, given } = await credited();
    expect(await refund(given)).toMatchObject({
      payment: { state: "refunded", refundReason: "requested" },
      pending: null,
    });
    expect([...card.refunds]).toEqual([[`refund-donation-${given.donationId}`, 2550]]);
    expect(await raised(request)).toBe(0);
    expect(await userRow(database.db, donor.id)).toMatchObject({ totalGiven: 0 });
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 0 });
    expect(await notificationsOf(database.db, donor.id)).toMatchObject([
      { type: "refund", amount: 2550, reason: "requested" },
    ]);
    expect(await auditOf(given.donationId)).toMatchObject([
      {
        action: "refund",
        subject: "donation",
        before: { state: "completed", refundReason: null },
        after: { state: "completed", refundReason: "requested" },
        reason,
      },
    ]);
  });

  it("is given once when ten operators ask at once; the others are told", async () => {
    const { given } = await credited();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => refund(given)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of tries) {
      if (each.status === "rejected") expect(each.reason).toBeInstanceOf(Refusal);
    }
    expect(card.refunds.size).toBe(1);
    expect(await auditOf(given.donationId)).toHaveLength(1);
  });

  it("is refused for what is not completed", async () => {
    const { donor, request } = await people();
    const pending = await start(context, donor, request, "5");
    await expect(refund(pending)).rejects.toThrow("this one is pending");
    const failed = await start(context, donor, request, "5");
    await card.endPayment(failed.paymentId);
    await tell(context, failed.paymentId);
    await expect(refund(failed)).rejects.toThrow("this one is failed");
    const { given } = await credited();
    await refund(given);
    await expect(refund(given)).rejects.toThrow("this one is refunded");
    expect(card.refunds.size).toBe(1);
  });

  it.each(["refunded", "disputeLost"] as const)(
    "is refused for a payment that the provider says is %s already; the books then say so too",
    async (deed) => {
      const { given, request } = await credited();
      card.truth(given.paymentId)[deed] = true;
      await expect(refund(given)).rejects.toThrow("this one is refunded");
      expect(await raised(request)).toBe(0);
      expect(card.refunds.size).toBe(0);
      expect(await auditOf(given.donationId)).toEqual([]);
    },
  );

  it.each([true, false])(
    "that the provider does not answer (acted: %s) is due, is not ordered twice, and asking gives it once",
    async (acted) => {
      const { given, request } = await credited();
      card.failures.push({ call: "refundPayment", acted });
      expect(await refund(given)).toMatchObject({
        payment: { state: "completed", refundReason: "requested" },
        pending: expect.stringContaining("scripted"),
      });
      await expect(refund(given)).rejects.toThrow("A refund is already due (requested)");
      expect(await raised(request)).toBe(2500);
      await askProvider(context, operator, given.donationId);
      expect(await raised(request)).toBe(0);
      expect(card.refunds.size).toBe(1);
    },
  );

  it("that could not be given is finished by reconciliation", async () => {
    const { given } = await credited();
    card.failures.push({ call: "refundPayment", acted: false });
    await refund(given);
    setClock(() => new Date(Date.now() + 2 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ refunded: 1 });
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "refunded" });
    expect(card.refunds.size).toBe(1);
  });

  it("that the provider will never give says so, and stays due in the books", async () => {
    const { given } = await credited();
    const refused = vi.spyOn(card, "refundPayment");
    refused.mockRejectedValue(new RefundRefused("REFUND_TIME_LIMIT_EXCEEDED"));
    const text =
      "the provider will never give it (REFUND_TIME_LIMIT_EXCEEDED): give the money back in another way";
    expect(await refund(given)).toMatchObject({
      payment: { state: "completed", refundReason: "requested", refundRefusal: "REFUND_TIME_LIMIT_EXCEEDED" },
      pending: text,
    });
    await expect(refund(given)).rejects.toThrow(text);
    expect(await askProvider(context, operator, given.donationId)).toMatchObject({ outcome: "refund_due" });
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it("that a dispute holds up is due until the dispute has ended", async () => {
    const { given } = await credited();
    card.disputed.add(given.paymentId);
    expect(await refund(given)).toMatchObject({
      payment: { state: "completed", refundReason: "requested" },
      pending: "a dispute holds the money",
    });
    expect(await askProvider(context, operator, given.donationId)).toMatchObject({ outcome: "refund_due" });
    card.disputed.clear();
    expect(await askProvider(context, operator, given.donationId)).toMatchObject({ outcome: "refunded" });
  });

  it("that is asked for during an outage is due, noted, and made once by reconciliation", async () => {
    const { given } = await credited();
    const outage = vi.spyOn(card, "findPayment").mockRejectedValue(new ProviderUnavailable("no answer"));
    expect(await refund(given)).toMatchObject({
      payment: { state: "completed", refundReason: "requested" },
      pending: "no answer",
    });
    await expect(refund(given)).rejects.toThrow("already due");
    expect(await auditOf(given.donationId)).toMatchObject([{ action: "refund", reason }]);
    outage.mockRestore();
    setClock(() => new Date(Date.now() + 2 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ refunded: 1 });
    expect(card.refunds.size).toBe(1);
  });

  it("that is asked for during an outage, of a payment refunded by hand, is not made again", async () => {
    const { given } = await credited();
    const outage = vi.spyOn(card, "findPayment").mockRejectedValue(new ProviderUnavailable("no answer"));
    await refund(given);
    outage.mockRestore();
    card.truth(given.paymentId).refunded = true;
    setClock(() => new Date(Date.now() + 2 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ refunded: 1 });
    expect(card.refunds.size).toBe(0);
  });

  it("is not ordered when the provider does not know the payment", async () => {
    const { given } = await credited();
    card.payments.clear();
    await expect(refund(given)).rejects.toThrow("does not know this payment");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ refundReason: null });
    expect(await auditOf(given.donationId)).toEqual([]);
  });
});

describe("a donation by wallet", () => {
  /** Of 25.00, agreed to. */
  async function agreed() {
    const { donor, request } = await people();
    const id = newId();
    const asked = { amount: "25", requestId: request.id, locale: "en" } as const;
    const { url } = await startWalletDonation(context, donor, asked, id);
    const orderId = url.split("/").at(-1) ?? "";
    wallet.approve(orderId);
    return { id, orderId, request };
  }

  it("is captured and credited when the provider is asked, and refunded through the wallet", async () => {
    const { id, orderId, request } = await agreed();
    expect(await askProvider(context, operator, orderId)).toMatchObject({ id, outcome: "credited" });
    expect(await raised(request)).toBe(2500);
    expect(await refundPayment(context, operator, { reference: id, reason })).toMatchObject({
      payment: { state: "refunded", provider: "paypal", providerId: orderId },
      pending: null,
    });
    expect([...wallet.refunds]).toEqual([[`refund-donation-${id}`, 2550]]);
    expect(await raised(request)).toBe(0);
  });

  it("asks once for a refund that the provider refuses for good", async () => {
    const { id } = await agreed();
    await askProvider(context, operator, id);
    const asked = vi.spyOn(wallet, "refundPayment").mockRejectedValue(new RefundRefused("TOO_OLD"));
    const { payment, pending } = await refundPayment(context, operator, { reference: id, reason });
    expect(payment).toMatchObject({ state: "completed", refundRefusal: "TOO_OLD" });
    expect(pending).toContain("TOO_OLD");
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });

  it("that the provider does not know is not refunded", async () => {
    const { id } = await agreed();
    await askProvider(context, operator, id);
    wallet.orders.clear();
    await expect(refundPayment(context, operator, { reference: id, reason })).rejects.toThrow(
      "does not know this payment",
    );
  });
});

/** Five normal boosts, agreed to at a provider. */
async function bought(method: PaymentProvider) {
  const buyer = await addPerson(database.db);
  const id = newId();
  const { url } = await startBoostPurchase(
    context,
    buyer,
    {
      boostType: "normal",
      quantity: 5,
      method,
      description: "5 normal boosts",
      locale: "en",
      returnPath: "/profile",
    },
    id,
  );
  const page = url.split("/").at(-1) ?? "";
  if (method === "paypal") wallet.approve(page);
  return { buyer, id, page, paymentId: method === card.provider ? await card.payCheckout(page) : page };
}

describe.each([card.provider, "paypal"] as const)("boosts bought by %s", (method) => {
  const refunds = () => (method === card.provider ? card : wallet).refunds;

  it("are handed out when the provider is asked", async () => {
    const { buyer, id, page } = await bought(method);
    expect(await askProvider(context, operator, page)).toMatchObject({
      subject: "boost_purchase",
      id,
      outcome: "credited",
      before: { state: "pending" },
      after: { state: "completed" },
    });
    expect(await findBoosts(database.db, buyer.id)).toEqual({ normal: 5, premium: 0 });
    expect(await auditOf(id)).toMatchObject([{ action: "ask_provider", subject: "boost_purchase" }]);
  });

  it("are refunded once: what is left of them is taken back, and the history tells it", async () => {
    stopClock();
    const { buyer, id, paymentId } = await bought(method);
    await askProvider(context, operator, id);
    await applyBoost(
      context.db,
      buyer,
      {
        requestId: (await addRequest(database.db, buyer)).id,
        boostType: "normal",
      },
      newId(),
    );
    stopClock(60_000);
    const order = { reference: paymentId, reason };
    expect(await refundPayment(context, operator, order)).toMatchObject({
      payment: { id, kind: "boost_purchase", state: "refunded" },
      pending: null,
    });
    await expect(refundPayment(context, operator, order)).rejects.toThrow("this one is refunded");
    expect([...refunds()]).toEqual([[`refund-boosts-${id}`, 899]]);
    expect(await findBoosts(database.db, buyer.id)).toEqual({ normal: 0, premium: 0 });
    const { payment, timeline } = await paymentHistory(database.db, id);
    expect(payment).toMatchObject({ paysFor: "5 normal boosts", amount: 899, serviceFee: 0 });
    expect(timeline.map(({ source, what }) => `${source} ${what}`)).toEqual([
      "payment started",
      "operator ask_provider",
      "payment paid, credited",
      "ledger purchase: buyer",
      "ledger purchase: sales",
      "boosts purchase: +5 normal",
      "operator refund",
      "payment refunded",
      "ledger reversal: buyer",
      "ledger reversal: sales",
      "boosts reversal: -4 normal",
      "notification refund",
    ]);
    expect((await lookUpPerson(database.db, operator, buyer.id)).paid).toMatchObject([{ id }]);
  });

  it("whose refund the provider does not answer are due, and reconciliation gives it once", async () => {
    const { id } = await bought(method);
    await askProvider(context, operator, id);
    card.failures.push({ call: "refundPayment", acted: true });
    wallet.failures.push({ call: "refundPayment", acted: true });
    const { pending } = await refundPayment(context, operator, { reference: id, reason });
    expect(pending).toContain("scripted");
    expect((await listUnfinished(database.db, { limit: 100 })).map((payment) => payment.id)).toContain(id);
    setClock(() => new Date(Date.now() + 2 * 60_000));
    await reconcile(context, failOnError);
    expect(await paymentHistory(database.db, id)).toMatchObject({ payment: { state: "refunded" } });
    expect(refunds().size).toBe(1);
  });

  it("are not refunded while they are not paid, or when the provider does not know them", async () => {
    const { id } = await bought(method);
    const order = { reference: id, reason };
    await expect(refundPayment(context, operator, order)).rejects.toThrow("this one is pending");
    await askProvider(context, operator, id);
    card.payments.clear();
    wallet.orders.clear();
    await expect(refundPayment(context, operator, order)).rejects.toThrow("does not know this payment");
    expect(await paymentHistory(database.db, id)).toMatchObject({ payment: { refundReason: null } });
  });
});

describe("hiding a request", () => {
  it("takes it out of the feed, keeps what was raised, and takes no donation", async () => {
    const { donor, request } = await credited();
    expect(await isInFeed(request)).toBe(true);
    await hide(context, { requestId: request.id });
    expect(await isInFeed(request)).toBe(false);
    expect(await raised(request)).toBe(2500);
    await expect(start(context, donor, request, "5")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("sends a donation that was on its way back in full, and tells the donor why", async () => {
    const { owner, donor, request } = await people();
    const given = await start(context, donor, request, "25");
    await hide(context, { requestId: request.id });
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("refunded");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      paymentStatus: "refunded",
      creditedAt: null,
      refundReason: "request_hidden",
    });
    expect([...card.refunds.values()]).toEqual([2550]);
    expect(await notificationsOf(database.db, donor.id)).toMatchObject([
      { type: "refund", amount: 2550, reason: "request_hidden" },
    ]);
    expect(await notificationsOf(database.db, owner.id)).toMatchObject([{ type: "decision" }]);
  });

  it("decides for a donation that is being booked at the same moment: credited or refunded, never both", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    card.pay(given.paymentId);
    let told: Promise<string> | undefined;
    await database.db.transaction(async (tx) => {
      await lockRequest(tx, request.id);
      told = tell(context, given.paymentId);
      await vi.waitFor(() => expectWaiting(), 30_000);
      await hide({ ...context, db: tx }, { requestId: request.id });
    });
    expect(await told).toBe("refunded");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      refundReason: "request_hidden",
    });
    expect(await raised(request)).toBe(0);
  });

  it("leaves a later refund of what it raised possible", async () => {
    const { request, given } = await credited();
    await hide(context, { requestId: request.id });
    await refund(given);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0, isActive: false });
    expect(await isInFeed(request)).toBe(false);
  });

  it("is refused for what is hidden, deleted or no request", async () => {
    const { owner, donor, request } = await people();
    await start(context, donor, request, "5");
    const again = (requestId: string) => hide(context, { requestId });
    await again(request.id);
    await expect(again(request.id)).rejects.toThrow("already");
    await deleteRequest(database.db, owner, request.id);
    await expect(again(request.id)).rejects.toThrow("deleted");
    for (const id of [crypto.randomUUID(), "1", ""]) await expect(again(id)).rejects.toBeInstanceOf(Refusal);
    expect(await auditOf(request.id)).toHaveLength(1);
  });
});

describe("showing a request again", () => {
  it("puts it back where it was, and it takes donations, also one that began before", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "25");
    await hide(context, { requestId: request.id });
    await show(context, { requestId: request.id });
    expect(await isInFeed(request)).toBe(true);
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
  });

  it("is refused where nothing is in force", async () => {
    const { request } = await people();
    await expect(show(context, { requestId: request.id })).rejects.toThrow("in force");
  });
});

describe("what is unfinished", () => {
  it("is what waits for more than ten minutes, and what is due to go back", async () => {
    const { donor, request } = await people();
    const waiting = await start(context, donor, request, "5");
    const { given } = await credited();
    card.failures.push({ call: "refundPayment", acted: false });
    await refund(given);
    const ids = async () => (await listUnfinished(database.db, { limit: 100 })).map(({ id }) => id);
    expect(await ids()).toContain(given.donationId);
    expect(await ids()).not.toContain(waiting.donationId);
    setClock(() => new Date(Date.now() + 11 * 60_000));
    expect(await ids()).toContain(waiting.donationId);
    await askProvider(context, operator, given.donationId);
    expect(await ids()).not.toContain(given.donationId);
  });
});

/** A statement waits for a locked row. */
async function expectWaiting(): Promise<void> {
  const rows = await database.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(rows).not.toHaveLength(0);
}
