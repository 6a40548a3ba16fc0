import { describe, expect, it, vi } from "vitest";
import { newId } from "@/db/schema";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { claimDonation } from "@/lib/domain/guests/claim-donation";
import { listNotifications } from "@/lib/domain/messages/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { TAKE_BACKS } from "@/lib/domain/payouts/rules";
import { takeableUntil, takeBack } from "@/lib/domain/payouts/take-back";
import { yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { answersAfterCrash } from "../support/crashed";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { openPayoutBooks, transfersOf } from "../support/payouts";
import { addPerson } from "../support/people";

const { database, card, context, addPayee, give, later, housekeeping, addRequest } = openPayoutBooks();

/** A donation that was credited. */
async function given(cents = 1_000, goal = 10_000) {
  const owner = await addPayee();
  const request = await addRequest(owner, goal);
  return { owner, request, ...(await give(request, cents)) };
}
type Given = Awaited<ReturnType<typeof given>>;

const back = ({ donorId, donationId }: Pick<Given, "donorId" | "donationId">) =>
  takeBack(context, { id: donorId }, donationId);
const tried = (call: Promise<{ state: string }>) =>
  call.then(
    ({ state }) => state,
    ({ code }) => code as string,
  );
const stateOf = async ({ donationId }: Pick<Given, "donationId">) => {
  const { paymentStatus, refundReason } = await donationRow(database.db, donationId);
  return [paymentStatus, refundReason];
};

describe("taking a donation back", () => {
  it("gives everything back, fee included, and opens a reached goal again (D27)", async () => {
    const donation = await given(1_000, 1_000);
    expect(await requestRow(database.db, donation.request.id)).toMatchObject({ isCompleted: true });
    expect(await tried(back(donation))).toBe("refunded");
    expect(await stateOf(donation)).toEqual(["refunded", "taken_back"]);
    expect([...card.refunds.values()]).toEqual([1_020]);
    expect(await requestRow(database.db, donation.request.id)).toMatchObject({
      raised: 0,
      isCompleted: false,
    });
    expect(await tried(back(donation))).toBe("ALREADY_RETURNED");
  });

  it("answers the retry of a run that crashed as that run would have", async () => {
    const { donorId, donationId } = await given();
    const { first, retry } = await answersAfterCrash(database.db, { id: donorId }, (isRetry) =>
      takeBack(context, { id: donorId }, donationId, isRetry),
    );
    expect([first, retry]).toEqual([{ state: "refunded" }, { state: "refunded" }]);
    expect([...card.refunds.values()]).toEqual([1_020]);
  });

  it("tells the recipient without a name, also where the donation named one", async () => {
    const donation = await given();
    const toldOf = async (id: string) =>
      (await listNotifications(database.db, id, { limit: 10, cursor: null })).items.map(
        ({ type, reason, donorName }) => [type, reason, donorName !== null],
      );
    expect(await toldOf(donation.owner.id)).toEqual([["donation", null, true]]);
    await back(donation);
    expect((await toldOf(donation.owner.id)).sort()).toEqual([
      ["donation", "taken_back", false],
      ["refund", "taken_back", false],
    ]);
    expect(await toldOf(donation.donorId)).toContainEqual(["refund", "taken_back", true]);
  });

  it("is named neither by the goal that it had reached nor by the year's statement", async () => {
    const donation = await given(1_000, 1_000);
    const named = async () => {
      const { items } = await listNotifications(database.db, donation.owner.id, { limit: 10, cursor: null });
      const { donations } = await yearStatementOf(database.db, donation.owner.id, 2026);
      return [...items, ...donations].map(({ donorName }) => donorName !== null);
    };
    expect(await named()).toEqual([true, true, true]);
    await back(donation);
    expect(await named()).toEqual([false, false, false, false]);
  });

  it("is possible until the donation is released, and not after it", async () => {
    const [early, late] = [await given(), await given()];
    const until = await takeableUntil(context, { id: early.donorId }, [early.donationId, late.donationId]);
    expect([...until]).toEqual([[early.donationId, "2026-11-30T10:00:00.000Z"]]);
    later(6, 23 * 60);
    expect(await tried(back(early))).toBe("refunded");
    later(0, 61);
    expect(await tried(back(late))).toBe("TOO_LATE");
    expect((await takeableUntil(context, { id: late.donorId }, [late.donationId])).size).toBe(0);
    await housekeeping();
    expect(await tried(back(late))).toBe("TOO_LATE");
    expect(await transfersOf(database.db, late.donationId)).toMatchObject([{ state: "sent" }]);
  });

  it("is due where the provider does not answer, and made later, once", async () => {
    const donation = await given();
    card.failures.push({ call: "refundPayment", acted: true });
    expect(await tried(back(donation))).toBe("refund_due");
    expect(await tried(back(donation))).toBe("ALREADY_RETURNED");
    later(0, 5);
    await housekeeping();
    expect(await stateOf(donation)).toEqual(["refunded", "taken_back"]);
    expect(card.refunds.size).toBe(1);
  });

  it("is due where the provider refuses for a reason that we do not know, and made later", async () => {
    const donation = await given();
    vi.spyOn(card, "refundPayment").mockRejectedValueOnce(new Error("refused"));
    expect(await tried(back(donation))).toBe("refund_due");
    later(0, 5);
    await housekeeping();
    expect(await stateOf(donation)).toEqual(["refunded", "taken_back"]);
  });

  it("does not exist for others, nor before it is paid", async () => {
    const donation = await given();
    const stranger = await addPerson(database.db);
    expect(await tried(takeBack(context, stranger, donation.donationId))).toBe("NOT_FOUND");
    expect(await tried(takeBack(context, donation.owner, donation.donationId))).toBe("NOT_FOUND");
    const unpaid = await start(context, stranger, donation.request, "5");
    expect(await tried(takeBack(context, stranger, unpaid.donationId))).toBe("NOT_FOUND");
    expect((await takeableUntil(context, stranger, [donation.donationId])).size).toBe(0);
  });

  it(`ends for ${TAKE_BACKS.days} days after ${TAKE_BACKS.max} in as many, also of many at once`, async () => {
    const request = await addRequest(await addPayee(), 100_000);
    const donor = await addPerson(database.db);
    const pay = async () => {
      const begun = await start(context, donor, request, "10");
      card.pay(begun.paymentId);
      await tell(context, begun.paymentId);
      return { donorId: donor.id, donationId: begun.donationId };
    };
    const all = [await pay(), await pay(), await pay(), await pay(), await pay()];
    const results = await Promise.all(all.map((one) => tried(back(one))));
    expect(results.filter((result) => result === "refunded")).toHaveLength(3);
    expect(results.filter((result) => result === "TAKEN_BACK_OFTEN")).toHaveLength(2);
    later(29);
    expect(await tried(back(await pay()))).toBe("TAKEN_BACK_OFTEN");
    later(1, 1);
    expect(await tried(back(await pay()))).toBe("refunded");
  });
});

describe("a guest takes a donation back, by the receipt", () => {
  const guest = { email: "granny@example.org", name: null, language: "nl", anonymous: true } as const;
  const paid = async (request: { id: string }, email: string) => {
    const id = newId();
    const donor = { guest: { ...guest, email } };
    const { clientSecret } = await startDonation(context, donor, { amount: "10", requestId: request.id }, id);
    const paymentId = clientSecret.split("_secret_")[0] ?? "";
    card.pay(paymentId);
    await tell(context, paymentId);
    return id;
  };
  const backOf = (id: string, guestId = id) => tried(takeBack(context, { guestId }, id));

  it("with all of it, once, and nobody else's", async () => {
    const request = await addRequest(await addPayee(), 100_000);
    const [mine, other] = [await paid(request, "one@example.org"), await paid(request, "two@example.org")];
    expect((await takeableUntil(context, { guestId: mine }, [mine])).size).toBe(1);
    expect(await backOf(other, mine)).toBe("NOT_FOUND");
    const results = await Promise.all([backOf(mine), backOf(mine), backOf(mine)]);
    expect(results.filter((result) => result === "refunded")).toHaveLength(1);
    expect([...card.refunds.values()]).toEqual([1_020]);
    expect((await takeableUntil(context, { guestId: mine }, [mine])).size).toBe(0);
    expect(await stateOf({ donationId: other })).toEqual(["completed", null]);
  });

  it("not once it was claimed: then it is the person's", async () => {
    const request = await addRequest(await addPayee(), 100_000);
    const claimer = await addPerson(database.db, { emailVerified: new Date() });
    const id = await paid(request, claimer.email);
    const token = receiptPath(id).replace("/r/", "");
    const [claimed, taken] = await Promise.allSettled([
      claimDonation(database.db, claimer, token),
      takeBack(context, { guestId: id }, id),
    ]);
    // Whichever is first: the money is in one place.
    expect([claimed.status, taken.status].filter((status) => status === "fulfilled").length).toBeGreaterThan(
      0,
    );
    // What went back may have been claimed before or after.
    expect(["ALREADY_RETURNED", "NOT_FOUND"]).toContain(await backOf(id));
    if (claimed.status === "fulfilled") expect(await backOf(id)).toBe("NOT_FOUND");
  });

  it(`ends for an address after ${TAKE_BACKS.max}, also of many at once`, async () => {
    const request = await addRequest(await addPayee(), 100_000);
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await paid(request, "Often@example.org"));
    const results = await Promise.all(ids.map((id) => backOf(id)));
    expect(results.filter((result) => result === "refunded")).toHaveLength(3);
    expect(results.filter((result) => result === "TAKEN_BACK_OFTEN")).toHaveLength(2);
    expect(await backOf(await paid(request, "other@example.org"))).toBe("refunded");
  });
});

describe("races: exactly one wins", () => {
  it("two take-backs of one donation at once", async () => {
    const donation = await given();
    const results = await Promise.all(Array.from({ length: 8 }, () => tried(back(donation))));
    expect(results.filter((result) => result === "refunded")).toHaveLength(1);
    expect(results.filter((result) => result === "ALREADY_RETURNED")).toHaveLength(7);
    expect(card.refunds.size).toBe(1);
  });

  it("with an operator's refund", async () => {
    const donation = await given();
    const byOperator = refundPayment(
      context,
      { name: "ines" },
      { reference: donation.donationId, reason: "A mistake." },
    ).then(
      () => "refunded",
      () => "refused",
    );
    const results = [await tried(back(donation)), await byOperator];
    expect(results.filter((result) => result === "refunded").length).toBeGreaterThanOrEqual(1);
    const [state, reason] = await stateOf(donation);
    expect([state, ["taken_back", "requested"].includes(String(reason))]).toEqual(["refunded", true]);
    expect(card.refunds.size).toBe(1);
  });

  it("with its release", async () => {
    const donation = await given();
    later(6, 23 * 60 + 59);
    const taking = tried(back(donation));
    later(0, 2);
    const [taken] = await Promise.all([taking, housekeeping()]);
    later(0, 5);
    await housekeeping();
    const [state] = await stateOf(donation);
    const moved = (await transfersOf(database.db, donation.donationId)).filter(
      (transfer) => transfer.state === "sent",
    );
    expect([taken, state, moved.length]).toEqual(
      taken === "TOO_LATE" ? ["TOO_LATE", "completed", 1] : ["refunded", "refunded", 0],
    );
  });

  it("with a dispute: what is disputed already is not taken back, and a late one changes nothing", async () => {
    const disputed = await given();
    card.disputed.add(disputed.paymentId);
    await tell(context, disputed.paymentId);
    await housekeeping();
    const unheard = await given();
    card.disputed.add(unheard.paymentId);
    expect(await tried(back(unheard))).toBe("refund_due");
    card.disputed.delete(unheard.paymentId);
    card.truth(unheard.paymentId).disputeLost = true;
    await tell(context, unheard.paymentId);
    expect((await stateOf(unheard))[0]).toBe("refunded");
    expect(card.refunds.size).toBe(0);
  });

  it("with the donation that reaches the goal: it is credited, or comes back, as the order was", async () => {
    const donation = await given(1_000, 2_000);
    const last = await start(context, await addPerson(database.db), donation.request, "10");
    card.pay(last.paymentId);
    await Promise.all([tried(back(donation)), tell(context, last.paymentId)]);
    expect(await requestRow(database.db, donation.request.id)).toMatchObject({
      raised: 1_000,
      isCompleted: false,
    });
    expect((await stateOf(donation))[0]).toBe("refunded");
    expect((await stateOf(last))[0]).toBe("completed");
  });
});
