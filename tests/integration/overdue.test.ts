import { eq, isNull } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findMissedDeadlines } from "@/db/checks";
import { mails, payoutDonations } from "@/db/schema";
import { holdMoney } from "@/lib/domain/operator/holds";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import { settlePayment } from "@/lib/domain/settlement/settle-payment";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { PayoutRefused } from "@/lib/providers/payout-provider";
import { donationRow } from "../support/donating";
import { ledgerOf, openPayoutBooks, payoutsOf } from "../support/payouts";

const { database, card, context, bank, paypal, clock, addPayee, give, later, housekeeping, addRequest } =
  openPayoutBooks({
    OPERATOR_MAIL: "ines@steuntje.example",
    SMTP_URL: "smtp://localhost:1",
    MAIL_FROM: "Steuntje <no-reply@steuntje.example>",
  });
const db = () => database.db;
const at = () => new Date(clock.time);

type Given = Awaited<ReturnType<typeof give>>;
type Case = { owner: { id: string }; given: Given };

const newest = () => [...bank.payouts.values()].at(-1)!;
const stateOf = async ({ donationId }: Given) => (await donationRow(db(), donationId)).paymentStatus;

async function withDonation(provider: "stripe" | "paypal" = "stripe") {
  const owner = await addPayee(provider);
  const given = await give(await addRequest(owner), 2_000);
  return { owner, given };
}

/** The same, moved to the account at the provider. */
async function withMoved() {
  const made = await withDonation();
  later(7);
  await housekeeping();
  return made;
}

/** Housekeeping on this day after now, and in the meantime as often as it takes. */
async function onDay(start: number, day: number): Promise<void> {
  clock.time = start + day * 86_400_000;
  for (const _ of [1, 2, 3]) await housekeeping();
}

const isMissed = async ({ given }: Case) =>
  JSON.stringify(await findMissedDeadlines(db(), at())).includes(given.donationId);

const noticesAbout = async ({ owner }: Case) =>
  (await db().select().from(mails).where(isNull(mails.userId))).filter(
    ({ data }) => data?.about === "money_waiting" && data.reference === owner.id,
  );

const operator = { name: "ines" };

/** Why money is not paid out, although its owner can be paid or nobody checked. */
const REASONS: Record<string, () => Promise<Case>> = {
  "an operator holds its owner": async () => {
    const made = await withDonation();
    const hold = { reference: made.owner.id, cause: "report", until: null, reason: "a look" } as const;
    await holdMoney(db(), operator, hold);
    return made;
  },
  "the provider refuses the transfer": async () => {
    const made = await withDonation();
    vi.spyOn(bank, "createTransfer").mockImplementation(refusing("balance_insufficient"));
    return made;
  },
  "the provider refuses the payout": async () => {
    const made = await withMoved();
    vi.spyOn(bank, "createPayout").mockImplementation(refusing("payouts_not_allowed"));
    return made;
  },
  "it is in the account, and held": async () => {
    const made = await withMoved();
    const hold = { reference: made.owner.id, cause: "risk", until: null, reason: "a look" } as const;
    await holdMoney(db(), operator, hold);
    return made;
  },
  "its payout failed, and its owner does nothing": async () => {
    const made = await withMoved();
    await askPayout(context, made.owner, {});
    bank.come(newest(), "failed");
    await settlePayoutOf(context, newest().id);
    return made;
  },
  "it is in the account, which cannot pay out any more": async () => {
    const made = await withMoved();
    const id = [...bank.accounts.keys()].at(-1)!;
    bank.set(id, { payouts: "restricted", waitsFor: "owner" });
    await checkPayee(context, made.owner.id);
    return made;
  },
  "a wallet's payout is refused": async () => {
    const made = await withDonation("paypal");
    vi.spyOn(paypal, "createPayout").mockImplementation(refusing("INSUFFICIENT_FUNDS"));
    return made;
  },
};

function refusing(code: string) {
  return () => Promise.reject(new PayoutRefused(code));
}

describe("trust 45: nothing that was given outlives day 85", () => {
  it.each(Object.keys(REASONS))("%s", async (reason) => {
    const start = clock.time;
    const made = await REASONS[reason]!();
    await onDay(start, 59.9);
    expect(await noticesAbout(made)).toEqual([]);
    await onDay(start, 60);
    await onDay(start, 79.9);
    expect(await noticesAbout(made)).toHaveLength(1);
    expect(await isMissed(made)).toBe(false);
    await onDay(start, 80.1);
    expect(await isMissed(made)).toBe(true);
    await onDay(start, 84.9);
    expect(await stateOf(made.given)).toBe("completed");
    await onDay(start, 85);
    expect(await donationRow(db(), made.given.donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "not_paid_out",
    });
    expect([...card.refunds.values()]).toEqual([2_040]);
    expect(await ledgerOf(db(), made.owner.id)).toEqual({});
    expect(await isMissed(made)).toBe(false);
  });

  it("only what is so old goes back of what can still be paid", async () => {
    const start = clock.time;
    const made = await withDonation();
    const hold = { reference: made.owner.id, cause: "report", until: null, reason: "a look" } as const;
    await holdMoney(db(), operator, hold);
    await onDay(start, 40);
    const later = await give(await addRequest(made.owner), 1_000);
    await onDay(start, 85);
    expect([await stateOf(made.given), await stateOf(later)]).toEqual(["refunded", "completed"]);
  });

  it("a payout that may have been made is not refunded", async () => {
    const start = clock.time;
    const made = await withMoved();
    bank.failures.push({ call: "createPayout", acted: true });
    await askPayout(context, made.owner, {});
    vi.spyOn(bank, "findPayout").mockRejectedValue(new ProviderUnavailable("scripted"));
    clock.time = start + 85 * 86_400_000;
    await housekeeping().catch(() => undefined);
    vi.restoreAllMocks();
    later(0, 90);
    await housekeeping();
    expect(await payoutsOf(db(), made.owner.id)).toMatchObject([{ state: "sent" }]);
    expect(await stateOf(made.given)).toBe("completed");
  });

  it("a request that still gets donations is paid out on day 60 instead", async () => {
    const start = clock.time;
    const owner = await addPayee();
    const request = await addRequest(owner, 100_000);
    const first = await give(request, 2_000);
    for (let day = 10; day <= 60; day += 10) {
      await onDay(start, day);
      if (day < 60) await give(request, 1_000);
    }
    const [payout] = await payoutsOf(db(), owner.id);
    expect(payout).toMatchObject({ state: "sent" });
    const donations = await db()
      .select()
      .from(payoutDonations)
      .where(eq(payoutDonations.payoutId, payout!.id));
    expect(donations.map(({ donationId }) => donationId)).toContain(first.donationId);
  });
});

describe("trust 45: a dispute decides about its donation", () => {
  async function disputed() {
    const start = clock.time;
    const made = await withDonation();
    card.disputed.add(made.given.paymentId);
    await settlePayment(context, "stripe", made.given.paymentId, { disputes: true });
    await onDay(start, 85);
    await onDay(start, 100);
    expect(await stateOf(made.given)).toBe("completed");
    expect(await isMissed(made)).toBe(false);
    card.disputed.delete(made.given.paymentId);
    return { ...made, start };
  }

  it("won: it is paid out", async () => {
    const made = await disputed();
    await settlePayment(context, "stripe", made.given.paymentId, { disputes: true });
    await onDay(made.start, 101);
    expect(await payoutsOf(db(), made.owner.id)).toMatchObject([{ state: "sent", amount: 2_000 }]);
    expect(await stateOf(made.given)).toBe("completed");
  });

  it("won, and it cannot be paid out for a week: it goes back", async () => {
    const made = await disputed();
    await settlePayment(context, "stripe", made.given.paymentId, { disputes: true });
    const hold = { reference: made.owner.id, cause: "report", until: null, reason: "a look" } as const;
    await holdMoney(db(), operator, hold);
    await onDay(made.start, 106.9);
    expect(await stateOf(made.given)).toBe("completed");
    await onDay(made.start, 107.1);
    expect(await stateOf(made.given)).toBe("refunded");
  });

  it("lost: the bank has taken it back", async () => {
    const made = await disputed();
    card.truth(made.given.paymentId).disputeLost = true;
    await settlePayment(context, "stripe", made.given.paymentId, { disputes: true });
    await onDay(made.start, 101);
    expect(await donationRow(db(), made.given.donationId)).toMatchObject({ refundReason: "dispute" });
    expect(card.refunds.size).toBe(0);
  });
});
