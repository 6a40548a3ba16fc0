import { text as textOf } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { blocks, decisions, donationNotes, donations, mails, newId, reports, users } from "@/db/schema";
import { moderationDecision } from "@/lib/delivery/kinds/moderation-decision";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { selectForMail } from "@/lib/domain/donations/store";
import { hideNote, storyOf } from "@/lib/domain/donors/story";
import { selectFor } from "@/lib/domain/messages/notification-store";
import { presentNotification } from "@/lib/domain/messages/present-notification";
import { answerAppeal, decide, liftDecision } from "@/lib/domain/operator/decide";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { takeBack } from "@/lib/domain/payouts/take-back";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { exportData } from "@/lib/domain/privacy/export-data";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { sendReport } from "@/lib/domain/safety/send-report";
import { block } from "@/lib/domain/users/block";
import { openBooks } from "../support/books";
import { aDecision, addOperator } from "../support/deciding";
import { tell } from "../support/donating";
import { sampleMail } from "../support/mail-samples";
import { addPerson, addRequest, STRANGER } from "../support/people";

const { database, card, context } = openBooks({ APP_URL: "https://steuntje.example" });

/** `message`: "" for none. */
type Wrote = { message?: string; messageShown?: boolean };

/** A request that got a donation of 5 euros with a message; `blocks`: its owner blocked the donor meanwhile. */
async function given(wrote: Wrote & { blocks?: boolean }, by: "person" | "guest" = "person") {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 100_000 });
  const donationId = newId();
  const guest = { email: "granny@example.org", name: "Granny", language: "nl", anonymous: false } as const;
  const { message = "Go for it!", messageShown = false } = wrote;
  const input = { amount: "5", requestId: request.id, messageShown, ...(message !== "" && { message }) };
  const { clientSecret } = await startDonation(
    context,
    by === "guest" ? { guest } : donor,
    input,
    donationId,
  );
  if (wrote.blocks) await block(database.db, owner, donor.username);
  card.pay(clientSecret.split("_secret_")[0] ?? "");
  await tell(context, clientSecret.split("_secret_")[0] ?? "");
  const [note] = await database.db
    .select()
    .from(donationNotes)
    .where(eq(donationNotes.donationId, donationId));
  return { owner, donor, request, donationId, noteId: note?.id ?? "" };
}

const read = async (requestId: string, viewer: { id: string; isOperator?: boolean }) =>
  (await storyOf(database.db, requestId, { isOperator: false, ...viewer }))?.messages.map(
    ({ text, donorName, guestName }) => [text, donorName ?? guestName],
  );

const notified = async (userId: string) =>
  (await selectFor(database.db, userId, { limit: 5, after: null }))
    .map(presentNotification)
    .map(({ message }) => message);

/** What a recipient's export and the mail about a donation say that it came with. */
const toldOf = async (owner: { id: string }, donationId: string) => {
  const { donationsReceived } = JSON.parse(await textOf((await exportData(database.db, owner)).json));
  const [mailed] = await selectForMail(database.db, [donationId]);
  return [donationsReceived[0].message, mailed?.note];
};

const reporter = (viewer: { id: string } | null) => ({
  viewer: viewer && { isOperator: false, ...viewer },
  locale: "en" as const,
  browser: null,
});
const REPORT = { ground: "hate", text: "This message is an insult.", goodFaith: true } as const;
const report = (viewer: { id: string } | null, id: string) =>
  sendReport(database.db, reporter(viewer), { ...REPORT, target: { kind: "message", id } }, newId());

const hiding = (id: string, changes: object = {}) => aDecision("message", id, "hidden", changes);

describe("a message with a donation", () => {
  it("names whom a decision hides to nobody, its recipient and their export included", async () => {
    const { owner, donor, request } = await given({ messageShown: true });
    await decide(context, await addOperator(database.db), aDecision("person", donor.id, "hidden"));
    expect(await read(request.id, owner)).toEqual([["Go for it!", null]]);
    expect(await read(request.id, STRANGER)).toEqual([]);
    const { donationsReceived } = JSON.parse(await textOf((await exportData(database.db, owner)).json));
    expect(donationsReceived).toMatchObject([{ donor: null }]);
  });

  it("is read by its recipient alone, in the notification and the story", async () => {
    const { owner, donor, request } = await given({});
    expect(await read(request.id, owner)).toEqual([["Go for it!", donor.username]]);
    expect(await notified(owner.id)).toEqual([{ id: expect.any(String), text: "Go for it!" }]);
    for (const other of [donor, STRANGER]) expect(await read(request.id, other)).toEqual([]);
  });

  it("is read by others where its donor allows it, until its recipient hides it", async () => {
    const { owner, donor, request, noteId } = await given({ messageShown: true });
    expect(await read(request.id, STRANGER)).toEqual([["Go for it!", donor.username]]);
    await expect(hideNote(database.db, donor, noteId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await hideNote(database.db, owner, noteId);
    expect(await read(request.id, STRANGER)).toEqual([]);
    expect(await read(request.id, owner)).toHaveLength(1);
  });

  it("names an anonymous donor to nobody, and who hides what they give to the recipient only", async () => {
    const { owner, donor, request } = await given({ messageShown: true });
    await database.db.update(users).set({ hideGivenAmount: true }).where(eq(users.id, donor.id));
    expect(await read(request.id, STRANGER)).toEqual([["Go for it!", null]]);
    expect(await read(request.id, owner)).toEqual([["Go for it!", donor.username]]);
    await database.db.update(users).set({ anonymousProfile: true }).where(eq(users.id, donor.id));
    expect(await read(request.id, owner)).toEqual([["Go for it!", null]]);
  });

  it("of a guest names them to the recipient only", async () => {
    const { owner, request } = await given({ messageShown: true }, "guest");
    expect(await read(request.id, owner)).toEqual([["Go for it!", "Granny"]]);
    expect(await read(request.id, STRANGER)).toEqual([["Go for it!", null]]);
  });

  it("is told with money only: unpaid, taken back or refunded it is nowhere", async () => {
    const { owner, donor, request, donationId } = await given({ messageShown: true });
    const unpaid = { amount: "5", requestId: request.id, message: "Unpaid", messageShown: true };
    await startDonation(context, donor, unpaid, newId());
    expect(await read(request.id, owner)).toHaveLength(1);
    expect(await toldOf(owner, donationId)).toEqual(["Go for it!", "Go for it!"]);
    await takeBack(context, donor, donationId);
    expect(await read(request.id, owner)).toEqual([]);
    expect(await notified(owner.id)).toEqual([null, null]);
    expect(await toldOf(owner, donationId)).toEqual([null, null]);
    const other = await given({ messageShown: true });
    const refund = { reference: other.donationId, reason: "asked", isAsked: true };
    await refundPayment(context, await addOperator(database.db), refund);
    expect(await read(other.request.id, other.owner)).toEqual([]);
    expect(await notified(other.owner.id)).toEqual([null, null]);
    expect(await toldOf(other.owner, other.donationId)).toEqual([null, null]);
  });

  it("is between nobody of whom one blocked the other", async () => {
    for (const turn of ["blocker", "blocked"]) {
      const { owner, donor, request } = await given({ messageShown: true });
      for (const reader of [owner, await addPerson(database.db)]) {
        const pair = [reader.id, donor.id];
        const [blockerId = "", blockedId = ""] = turn === "blocker" ? pair : pair.toReversed();
        await database.db.insert(blocks).values({ blockerId, blockedId });
        expect(await read(request.id, reader)).toEqual([]);
      }
      expect(await notified(owner.id)).toEqual([null]);
    }
    const { owner, donationId } = await given({ blocks: true });
    expect(await notified(owner.id)).toEqual([]);
    expect(await toldOf(owner, donationId)).toEqual([null, null]);
  });

  it("of another's donation is not written by a call with its id", async () => {
    const { donor, request, donationId } = await given({ message: "" });
    const thief = await addPerson(database.db);
    const input = { amount: "5", requestId: request.id, message: "Mine now" };
    await expect(startDonation(context, thief, input, donationId)).rejects.toMatchObject({
      code: "NOT_ACTIVE",
    });
    await expect(startDonation(context, donor, input, donationId)).rejects.toMatchObject({
      code: "NOT_ACTIVE",
    });
    expect(await database.db.$count(donationNotes, eq(donationNotes.donationId, donationId))).toBe(0);
  });

  it("is erased with its donor and with its recipient", async () => {
    for (const who of ["donor", "owner"] as const) {
      const made = await given({ messageShown: true });
      // Nobody to whom money is owed is erased.
      if (who === "owner") await takeBack(context, made.donor, made.donationId);
      await database.db.transaction((tx) => erasePerson(tx, made[who].id, new Date()));
      expect(await database.db.$count(donationNotes, eq(donationNotes.id, made.noteId))).toBe(0);
    }
  });
});

describe("a report of a message", () => {
  it("is taken from its recipient, and from others who see it; nobody else learns that it is there", async () => {
    const secret = await given({});
    expect(await report(secret.owner, secret.noteId)).toHaveProperty("reference");
    for (const other of [null, secret.donor, await addPerson(database.db)]) {
      await expect(report(other, secret.noteId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const open = await given({ messageShown: true });
    expect(await report(await addPerson(database.db), open.noteId)).toHaveProperty("reference");
    await expect(report(null, open.noteId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(report(open.donor, open.noteId)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("ends in a decision that hides it from everybody and tells its donor, who appeals; overturned it is back", async () => {
    const { owner, donor, request, noteId } = await given({ messageShown: true });
    const { reference } = await report(owner, noteId);
    const [operator, second] = [await addOperator(database.db), await addOperator(database.db)];
    const { decision, reports: closed } = await decide(
      context,
      operator,
      hiding(noteId, { report: reference }),
    );
    expect(closed).toBe(1);
    for (const reader of [owner, STRANGER]) expect(await read(request.id, reader)).toEqual([]);
    expect(await notified(owner.id)).not.toContainEqual(expect.objectContaining({ text: "Go for it!" }));
    const told = await database.db.select().from(mails).where(eq(mails.cause, decision.id));
    expect(told).toMatchObject([{ kind: "moderation_decision", userId: donor.id }]);
    await appealDecision(database.db, donor, { id: decision.id, text: "It was a joke among friends." });
    await answerAppeal(context, second, { decision: decision.id, outcome: "overturned", answer: "Indeed." });
    expect(await read(request.id, owner)).toHaveLength(1);
  });

  it("of a guest ends in a mail to them, and nobody else is concerned", async () => {
    const { owner, request, noteId } = await given({}, "guest");
    await report(owner, noteId);
    const [row] = await database.db.select().from(reports).where(eq(reports.subjectId, noteId));
    expect(row?.personId).toBeNull();
    const operator = await addOperator(database.db);
    const { decision } = await decide(context, operator, hiding(noteId));
    expect(await read(request.id, owner)).toEqual([]);
    const told = await database.db.select().from(mails).where(eq(mails.cause, decision.id));
    expect(told).toMatchObject([
      { kind: "moderation_decision", userId: null, address: "granny@example.org" },
    ]);
    // The address may be somebody else's: it does not get the guest's words (C247).
    const said = await moderationDecision.load(database.db, {
      ...sampleMail("moderation_decision", "en"),
      cause: decision.id,
    });
    expect(JSON.stringify(said)).not.toContain("Go for it");
    await liftDecision(context, operator, { decision: decision.id, reason: "wrong one" });
    expect(await read(request.id, owner)).toHaveLength(1);
  });

  it("is not decided by its recipient or its donor, and takes no measure about money", async () => {
    const { owner, donor, noteId } = await given({});
    for (const { id, username: name } of [owner, donor]) {
      await expect(decide(context, { id, name }, hiding(noteId))).rejects.toMatchObject({
        kind: "own",
      });
    }
    const operator = await addOperator(database.db);
    for (const measure of ["held", "returned", "giving_off", "suspended"] as const) {
      await expect(decide(context, operator, hiding(noteId, { measure }))).rejects.toThrow(
        /A message cannot be/,
      );
    }
    await expect(
      database.db.insert(decisions).values({
        ...{
          subject: "message",
          subjectId: noteId,
          measure: "held",
          ground: "rules:1",
          facts: "The message is an insult.",
        },
        decidedBy: operator.id,
      }),
    ).rejects.toThrow();
    expect(await database.db.$count(donations)).toBeGreaterThan(0);
  });
});
