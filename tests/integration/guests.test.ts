import { and, eq, isNull, ne } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { donations, guests, knownBrowsers, ledgerEntries, mails, newId, users } from "@/db/schema";
import { donationPayable } from "@/lib/domain/donations/payable";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { facesOf } from "@/lib/domain/donors/faces";
import { changeDonation } from "@/lib/domain/given/given";
import { findReceipt, settledReceipt } from "@/lib/domain/given/receipt";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { claimDonation } from "@/lib/domain/guests/claim-donation";
import { forgetOldGuests } from "@/lib/domain/guests/forget-store";
import { findGiftLink, makeGiftLink, revokeGiftLink } from "@/lib/domain/guests/gift-link";
import { startGuestDonation } from "@/lib/domain/guests/start-guest-donation";
import { choiceInEffect, chooseByAddress } from "@/lib/domain/messages/choose-messages";
import { listNotifications } from "@/lib/domain/messages/queries";
import { thank } from "@/lib/domain/messages/thank";
import { payableBacklog } from "@/lib/domain/payments/settle";
import { block } from "@/lib/domain/users/block";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { openBooks } from "../support/books";
import { answersAfterCrash } from "../support/crashed";
import {
  donationRow,
  expectBalancedBooks,
  notificationsOf,
  requestRow,
  tell,
  userRow,
} from "../support/donating";
import { sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks({ APP_URL: "https://steuntje.example" });

const GUEST = { email: "granny@example.org", name: "Granny", language: "nl", anonymous: true } as const;

async function begun(guest: { email?: string; anonymous?: boolean } = {}) {
  const owner = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { goal: 10_000 });
  const donationId = newId();
  const { clientSecret } = await startDonation(
    context,
    { guest: { ...GUEST, ...guest } },
    { amount: "20.00", requestId: request.id },
    donationId,
  );
  return { owner, request, donationId, paymentId: clientSecret.split("_secret_")[0] ?? "" };
}

async function given(guest?: Parameters<typeof begun>[0]) {
  const made = await begun(guest);
  card.pay(made.paymentId);
  await tell(context, made.paymentId);
  return made;
}

const entriesOf = async (donationId: string) =>
  (await database.db.select().from(ledgerEntries).where(eq(ledgerEntries.donationId, donationId))).map(
    ({ kind, account, userId, amount }) => [kind, account, userId, amount],
  );

const mailsTo = async (address: string, cause: string) =>
  (
    await database.db
      .select()
      .from(mails)
      .where(and(isNull(mails.userId), eq(mails.address, address), eq(mails.cause, cause)))
  )
    .map(({ kind, locale }) => [kind, locale])
    .sort();

describe("a guest's donation", () => {
  it("is the recipient's like any other, and in nobody else's totals", async () => {
    const { owner, request, donationId } = await given();
    expect(await donationRow(database.db, donationId)).toMatchObject({
      donorId: null,
      anonymous: true,
      paymentStatus: "completed",
      isOwed: true,
    });
    expect(await requestRow(database.db, request.id)).toMatchObject({
      raised: 2_000,
      donationCount: 1,
      lastDonors: [],
    });
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 2_000 });
    expect(await entriesOf(donationId)).toEqual([
      ["donation", "guest", null, -2_040],
      ["donation", "recipient", owner.id, 2_000],
      ["donation", "fee", null, 40],
    ]);
    expect(await mailsTo(GUEST.email, donationId)).toEqual([["gift_receipt", "nl"]]);
    await expectBalancedBooks(database.db);
  });

  it("agrees with the books also when its receipt is the first message that is left", async () => {
    await given();
    const looked = database.db.transaction(async (tx) => {
      await tx.execute("alter table users drop constraint users_erased");
      await tx.delete(mails).where(ne(mails.kind, "gift_receipt"));
      await tx.execute("alter table users drop constraint users_username_form");
      await tx.update(users).set({ erasedAt: now() });
      const found = await findDisagreements(tx, "Europe/Amsterdam");
      throw found.filter(({ check }) => check.includes("receipt"));
    });
    // Rolled back: the books are those of all tests here.
    await expect(looked).rejects.toEqual([]);
  });

  it("shows its name to the recipient only, and only if it is not anonymous", async () => {
    for (const anonymous of [true, false]) {
      const { owner, request } = await given({ anonymous });
      const { items } = await listNotifications(database.db, owner.id, { limit: 10 });
      expect(items).toMatchObject([
        { donorName: null, person: null, guestName: anonymous ? null : "Granny", isPersonErased: false },
      ]);
      expect(await facesOf(database.db, [request.id])).toEqual({});
    }
  });

  it("is thanked by mail, once", async () => {
    const { owner, donationId } = await given();
    const [told] = await notificationsOf(database.db, owner.id);
    for (const emoji of ["❤️", "🤗"] as const) await thank(database.db, owner, { id: told!.id, emoji });
    expect(await mailsTo(GUEST.email, donationId)).toEqual([
      ["gift_receipt", "nl"],
      ["gift_thanked", "nl"],
    ]);
    await expectBalancedBooks(database.db);
  });

  it("has its receipt, thanks or failure sent, however many were sent to the address just before", async () => {
    const email = `${newId()}@example.org`;
    const told = async () =>
      (await sendOutbox(database.db))
        .filter(({ to }) => to === email)
        .map(({ headers }) => headers["X-Steuntje-Kind"]);
    for (let gift = 0; gift <= LIMITS.mailRecipient.max; gift += 1) {
      const { owner } = await given({ email });
      expect(await told()).toEqual(["gift_receipt"]);
      const [{ id } = { id: "" }] = await notificationsOf(database.db, owner.id);
      await thank(database.db, owner, { id, emoji: "❤️" });
      expect(await told()).toEqual(["gift_thanked"]);
      const { paymentId } = await begun({ email });
      Object.assign(card.truth(paymentId), { declines: 1, state: "cancelled" });
      await tell(context, paymentId);
      expect(await told()).toEqual(["donation_failed"]);
    }
  });

  it("goes back in part and as a whole like any other", async () => {
    const { owner, request, donationId, paymentId } = await given({ anonymous: false });
    card.truth(paymentId).returned = 510;
    await tell(context, paymentId);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_500 });
    await expectBalancedBooks(database.db);
    card.truth(paymentId).returned = 2_040;
    await tell(context, paymentId);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0, donationCount: 0 });
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 0 });
    expect(await mailsTo(GUEST.email, donationId)).toEqual([
      ["donation_returned", "nl"],
      ["gift_receipt", "nl"],
    ]);
    expect((await notificationsOf(database.db, owner.id)).map(({ type }) => type)).toEqual([
      "donation",
      "refund",
    ]);
    await expectBalancedBooks(database.db);
  });

  it("is refunded where the goal was reached meanwhile", async () => {
    const { request, donationId, paymentId } = await begun();
    const donor = await addPerson(database.db);
    const first = await startDonation(context, donor, { amount: "100.00", requestId: request.id }, newId());
    const firstId = first.clientSecret.split("_secret_")[0] ?? "";
    card.pay(firstId);
    await tell(context, firstId);
    card.pay(paymentId);
    await tell(context, paymentId);
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "goal_reached",
    });
    expect(await mailsTo(GUEST.email, donationId)).toEqual([["donation_returned", "nl"]]);
    await expectBalancedBooks(database.db);
  });

  it("has exactly one donor, and of a guest no other donation", async () => {
    const { donationId } = await given();
    const donor = await addPerson(database.db);
    const row = await donationRow(database.db, donationId);
    const set = (values: Partial<typeof row>) =>
      database.db.update(donations).set(values).where(eq(donations.id, donationId));
    await expect(set({ donorId: donor.id })).rejects.toThrow();
    await expect(set({ guestId: null })).rejects.toThrow();
    const again = { ...row, id: newId(), receiptNumber: "another", stripePaymentIntentId: null };
    await expect(database.db.insert(donations).values(again)).rejects.toThrow();
    await expect(
      database.db.update(guests).set({ forgottenAt: new Date() }).where(eq(guests.id, donationId)),
    ).rejects.toThrow();
  });
});

const tokenOf = (donationId: string) => receiptPath(donationId).replace("/r/", "");

/** Somebody with the guest's address, confirmed or not. */
async function claimer(email: string = GUEST.email, isConfirmed = true, anonymousProfile = false) {
  const person = await addPerson(database.db, { anonymousProfile });
  await database.db
    .update(users)
    .set({ email, emailVerified: isConfirmed ? now() : null })
    .where(eq(users.id, person.id));
  return person;
}

async function freeAddress() {
  await database.db
    .update(users)
    .set({ email: `${newId()}@example.org` })
    .where(eq(users.email, GUEST.email));
}

describe("a claim", () => {
  it("answers the retry of a run that crashed as that run would have, and nobody else's", async () => {
    const { donationId } = await given();
    const person = await claimer();
    const token = tokenOf(donationId);
    const claim = (isRetry: boolean) => claimDonation(database.db, person, token, isRetry);
    const { first, retry } = await answersAfterCrash(database.db, person, claim);
    expect([first, retry]).toEqual([donationId, donationId]);
    await expect(claimDonation(database.db, await addPerson(database.db), token, true)).rejects.toMatchObject(
      { code: "ALREADY_CLAIMED" },
    );
    await freeAddress();
  });

  it("moves donation, totals and ledger once, by the day of settlement, however many try", async () => {
    const { request, donationId, paymentId } = await given({ anonymous: false });
    const person = await claimer();
    const token = tokenOf(donationId);
    const claims = await Promise.allSettled(
      Array.from({ length: 10 }, () => claimDonation(database.db, person, token)),
    );
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const claim of claims) {
      if (claim.status === "rejected") expect(claim.reason).toMatchObject({ code: "ALREADY_CLAIMED" });
    }
    expect(await userRow(database.db, person.id)).toMatchObject({
      totalGiven: 2_000,
      publicGiven: 2_000,
      dailyGiven: 2_000,
    });
    expect(await requestRow(database.db, request.id)).toMatchObject({ lastDonors: [person.id] });
    expect(await database.db.$count(guests, eq(guests.id, donationId))).toBe(0);
    await expectBalancedBooks(database.db);
    card.truth(paymentId).returned = 2_040;
    await tell(context, paymentId);
    expect(await userRow(database.db, person.id)).toMatchObject({ totalGiven: 0, publicGiven: 0 });
    await expectBalancedBooks(database.db);
    await freeAddress();
  });

  it("races with the refund: one of both is first, and the books agree", async () => {
    const person = await claimer();
    for (let round = 0; round < 10; round += 1) {
      const { donationId, paymentId } = await given();
      card.truth(paymentId).returned = 2_040;
      await Promise.allSettled([
        claimDonation(database.db, person, tokenOf(donationId)),
        tell(context, paymentId),
      ]);
      expect(await userRow(database.db, person.id)).toMatchObject({ totalGiven: 0 });
      await expectBalancedBooks(database.db);
    }
    await freeAddress();
  });

  it("of an anonymous donation shows nothing to others, and neither does an anonymous profile", async () => {
    for (const [anonymous, isProfile] of [
      [true, false],
      [false, true],
    ] as const) {
      const { owner, request, donationId } = await given({ anonymous });
      const before = await requestRow(database.db, request.id);
      const person = await claimer(GUEST.email, true, isProfile);
      await claimDonation(database.db, person, tokenOf(donationId));
      expect(await requestRow(database.db, request.id)).toEqual(before);
      expect(await userRow(database.db, person.id)).toMatchObject({ totalGiven: 2_000, publicGiven: 0 });
      const { items } = await listNotifications(database.db, owner.id, { limit: 10 });
      expect(items).toMatchObject([{ donorName: null, person: null, guestName: null }]);
      await freeAddress();
    }
  });

  it("needs the same confirmed address, and changes nothing without it", async () => {
    const { owner, donationId } = await given();
    const token = tokenOf(donationId);
    const claim = (person: { id: string }, by = token) => claimDonation(database.db, person, by);
    const stranger = await claimer(`${newId()}@example.org`);
    await expect(claim(stranger)).rejects.toMatchObject({ code: "EMAIL_MISMATCH" });
    await expect(claim(owner)).rejects.toMatchObject({ code: "OWN_REQUEST" });
    const person = await claimer(GUEST.email, false);
    await expect(claim(person)).rejects.toMatchObject({ code: "EMAIL_NOT_CONFIRMED" });
    await expect(claim(person, token.replace(/.$/, "_"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await donationRow(database.db, donationId)).toMatchObject({ donorId: null, guestId: donationId });
    await expectBalancedBooks(database.db);
    await freeAddress();
  });
});

it("the address in a guest's message goes on working for who claimed the donation, and for nobody else", async () => {
  const { db } = database;
  const [{ donationId }, other] = [await given(), await addPerson(db)];
  const person = await claimer();
  await claimDonation(db, person, tokenOf(donationId));
  for (const value of ["off", "now"] as const) {
    await chooseByAddress(db, donationId, { kind: "update", channel: "mail", value });
    for (const id of [person.id, donationId]) {
      expect(await choiceInEffect(db, id, "update")).toMatchObject({ mail: value });
    }
    expect(await choiceInEffect(db, other.id, "update")).toMatchObject({ mail: "now" });
  }
  await freeAddress();
});

describe("a gift link", () => {
  it("is the owner's alone, the same until it is revoked, and then another", async () => {
    const { db } = database;
    const [owner, other] = [await addPerson(db), await addPerson(db)];
    const request = await addRequest(db, owner, { goal: 10_000 });
    const links = await Promise.all(Array.from({ length: 8 }, () => makeGiftLink(db, owner, request.id)));
    expect(new Set(links.map(({ url }) => url)).size).toBe(1);
    const token = links[0]!.url.split("/g/")[1] ?? "";
    expect(await findGiftLink(db, token)).toMatchObject({ requestId: request.id, ownerId: owner.id });
    await expect(makeGiftLink(db, other, request.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(revokeGiftLink(db, other, request.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(makeGiftLink(db, owner, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await revokeGiftLink(db, owner, request.id);
    expect(await findGiftLink(db, token)).toBeNull();
    expect((await makeGiftLink(db, owner, request.id)).url).not.toBe(links[0]!.url);
  });

  it("starts a donation, but not its owner's own, not of who is blocked, suspended or contested, and not a small one", async () => {
    const { db } = database;
    const owner = await claimer("owner@example.org");
    const request = await addRequest(db, owner, { goal: 10_000 });
    const { url } = await makeGiftLink(db, owner, request.id);
    const link = (await findGiftLink(db, url.split("/g/")[1] ?? ""))!;
    await db.insert(knownBrowsers).values({ userId: owner.id, browser: "the owner's browser" });
    const donation = {
      token: "",
      amount: "5",
      email: "granny@example.org",
      anonymous: true,
      messageShown: false,
    };
    const by = { link, viewer: null, browser: null, language: "de" } as const;
    const start = (changes: object, more: object = {}) =>
      startGuestDonation(context, { ...donation, ...changes }, { ...by, ...more, id: newId() });
    expect(await start({})).toMatchObject({
      donationAmount: 500,
      receiptUrl: expect.stringContaining("/r/"),
    });
    await expect(start({ email: "owner@example.org" })).rejects.toMatchObject({ code: "OWN_REQUEST" });
    await expect(start({}, { browser: "the owner's browser" })).rejects.toMatchObject({
      code: "OWN_REQUEST",
    });
    const as = ({ id }: { id: string }, more = {}) => ({
      viewer: { id, isContested: false, isSuspended: false, ...more },
    });
    await expect(start({}, as(owner))).rejects.toMatchObject({ code: "OWN_REQUEST" });
    const blocked = await addPerson(db);
    for (const [more, code] of [
      [{ isSuspended: true }, "SUSPENDED"],
      [{ isContested: true }, "ACCOUNT_CONTESTED"],
    ] as const)
      await expect(start({}, as(blocked, more))).rejects.toMatchObject({ code });
    await block(db, owner, blocked.username);
    // As a link that was revoked (safety.md, Block).
    await expect(start({}, as(blocked))).rejects.toMatchObject({ code: "GIFT_LINK_INVALID" });
    await expect(start({ amount: "0.48" })).rejects.toMatchObject({ code: "AMOUNT_TOO_SMALL" });
    for (const name of ["Steuntje Support", "Stеuntje", "Helpdesk"])
      await expect(start({ name }), name).rejects.toMatchObject({ fields: { name: "nameReserved" } });
    await expect(start({ amount: "x" })).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
  });
});

describe("below 5.00 euros", () => {
  it("is offered by a bank only; where none is switched on it is refused, and its guest forgotten", async () => {
    const { owner, request } = await begun();
    const asked = vi.spyOn(card, "createPayment");
    const giving = (amount: string, donor: Parameters<typeof startDonation>[1] = { guest: GUEST }) =>
      startDonation(context, donor, { amount, requestId: request.id }, newId());
    const person = await addPerson(database.db);
    for (const [amount, donor, withoutCards] of [
      ["4.99", undefined, true],
      ["5.00", undefined, false],
      ["4.99", person, false],
    ] as const) {
      await giving(amount, donor);
      expect(asked.mock.lastCall?.[0].withoutCards ?? false).toBe(withoutCards);
    }
    const { url } = await makeGiftLink(database.db, owner, request.id);
    const link = (await findGiftLink(database.db, url.split("/g/")[1] ?? ""))!;
    const donation = {
      token: "",
      amount: "4.99",
      email: "a@example.org",
      anonymous: true,
      messageShown: false,
    };
    card.offersBanks = false;
    const by = { id: newId(), link, viewer: null, browser: null, language: "de" } as const;
    await expect(startGuestDonation(context, donation, by)).rejects.toMatchObject({
      code: "AMOUNT_TOO_SMALL",
      values: { minimumCents: 500 },
    });
    const row = (await donationPayable.find(database.db, by.id))!;
    const check = () => payableBacklog(donationPayable).check(context, row, now());
    expect(await check()).toBe("unknown");
    const start = now().getTime();
    setClock(() => new Date(start + 31 * DAY));
    expect(await check()).toBe("failed");
    await forgetOldGuests(database.db);
    const [guest] = await database.db.select().from(guests).where(eq(guests.id, by.id));
    expect(guest?.email).toBeNull();
    card.offersBanks = true;
    asked.mockRestore();
  });
});

describe("a receipt", () => {
  it("has the steps of the rows, from before it is paid until it went back", async () => {
    const { donationId, paymentId } = await begun();
    const read = () => findReceipt(database.db, tokenOf(donationId));
    const steps = async () => (await read())?.donation.steps.map(({ step }) => step);
    expect(await read()).toMatchObject({ state: "unpaid", isGuests: true, name: "Granny" });
    expect(await steps()).toEqual([]);
    card.pay(paymentId);
    await tell(context, paymentId);
    expect(await read()).toMatchObject({ state: "received" });
    expect(await steps()).toEqual(["paid", "counted"]);
    card.truth(paymentId).returned = 2_040;
    await tell(context, paymentId);
    expect(await read()).toMatchObject({ state: "returned" });
    expect(await steps()).toEqual(["paid", "counted", "returned"]);
    expect(await findReceipt(database.db, tokenOf(newId()))).toBeNull();
  });

  it("says of a payment that was left or declined that nothing was charged, and of one at a bank that it is", async () => {
    const { donationId, paymentId } = await begun();
    const state = async () => (await settledReceipt(context, tokenOf(donationId), async () => true))?.state;
    expect(await state()).toBe("failed");
    card.truth(paymentId).isAtBank = true;
    expect(await state()).toBe("at_bank");
    card.failures.push({ call: "findPayment", acted: false });
    expect(await state()).toBe("unpaid");
    card.truth(paymentId).state = "processing";
    expect(await state()).toBe("unpaid");
    expect(await settledReceipt(context, tokenOf(donationId), async () => false)).toMatchObject({
      state: "unpaid",
    });
    card.pay(paymentId);
    expect(await state()).toBe("received");
  });

  it("shows the guest's name to the recipient, or not, by its own token only", async () => {
    const { owner, donationId } = await given();
    const name = async () =>
      (await listNotifications(database.db, owner.id, { limit: 1 })).items[0]?.guestName;
    const change = (anonymous: boolean, guestId = donationId) =>
      changeDonation(context, { guestId }, donationId, { anonymous });
    expect(await name()).toBeNull();
    expect(await change(false)).toMatchObject({ anonymous: false });
    expect(await name()).toBe("Granny");
    await expect(change(true, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await change(true);
    expect(await name()).toBeNull();
  });
});

it("a guest is forgotten 30 days after the donation went back, and no earlier", async () => {
  const { donationId, paymentId } = await given();
  card.truth(paymentId).returned = 2_040;
  await tell(context, paymentId);
  const start = now().getTime();
  for (const [days, email] of [
    [29, GUEST.email],
    [31, null],
  ] as const) {
    setClock(() => new Date(start + days * DAY));
    await forgetOldGuests(database.db);
    const [row] = await database.db.select().from(guests).where(eq(guests.id, donationId));
    expect(row).toMatchObject({ email, name: email && GUEST.name });
  }
});
