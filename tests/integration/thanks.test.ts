import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, test } from "vitest";
import { newId, notifications } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { markAllRead } from "@/lib/domain/messages/mark-read";
import { listNotifications } from "@/lib/domain/messages/queries";
import { notificationSchema, thanksSchema } from "@/lib/domain/messages/schema";
import { thank } from "@/lib/domain/messages/thank";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { setClock } from "@/lib/ground/clock";
import { THANKS_EMOJIS, type ThanksEmoji } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import { donationRow, notificationsOf, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

type Person = Awaited<ReturnType<typeof addPerson>>;
let donor: Person;
let owner: Person;
let request: { id: string };
beforeEach(async () => {
  donor = await addPerson(database.db);
  owner = await addPerson(database.db);
  request = await addRequest(database.db, owner, { item: "A bicycle", goal: 1_000_000 });
});
const hide = (person: Person, anonymousProfile = true) =>
  updateUser(database.db, person, { anonymousProfile });

/** A donation, with the notification that its recipient has of it. */
async function give(amount = "5.00", from = donor) {
  const started = await start(context, from, request, amount);
  card.pay(started.paymentId);
  expect(await tell(context, started.paymentId)).toBe("credited");
  const [told] = await database.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.donationId, started.donationId));
  return { ...started, id: told?.id ?? "" };
}

async function takeBack(paymentId: string): Promise<void> {
  card.truth(paymentId).refunded = true;
  expect(await tell(context, paymentId)).toBe("refunded");
}

const say = (id: string, emoji: ThanksEmoji = "❤️", by = owner) => thank(database.db, by, { id, emoji });
const list = async (person: { id: string }) =>
  (await listNotifications(database.db, person.id, { limit: 50 })).items;
const unread = async (person: { id: string }) => {
  const { token } = await openSession(database.db, person.id, { replaces: null });
  return (await findViewerBySession(database.db, token))?.unread;
};
const refused = (code: string) => expect.objectContaining({ code });

describe("thanks", () => {
  test.each(THANKS_EMOJIS)("%s reaches the donor, by name and item", async (emoji) => {
    const donation = await give();
    await say(donation.id, emoji);
    const [told, ...others] = await list(donor);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      type: "thanks",
      emoji,
      requestId: request.id,
      requestTitle: "A bicycle",
      requesterName: owner.username,
      donorName: null,
      person: { username: owner.username, avatar: expect.any(String) },
      request: { raised: 500, goal: 1_000_000, photoUrl: null },
      amount: 500,
      read: false,
    });
    expect(await unread(donor)).toBe(1);
    expect(notificationSchema.safeParse(told).error).toBeUndefined();
    expect(await list(owner)).toMatchObject([{ type: "donation", emoji, read: true }]);
    expect(await donationRow(database.db, donation.donationId)).toMatchObject({ thanksEmoji: emoji });
  });

  it("told with another emoji changes what was told, and is not news again", async () => {
    const donation = await give();
    setClock(() => new Date("2030-01-01T12:00:00Z"));
    await say(donation.id, "🙏");
    await markAllRead(database.db, donor.id);
    const [before] = await list(donor);
    setClock(() => new Date("2030-01-02T12:00:00Z"));
    await say(donation.id, "🌟");
    setClock();
    expect(await list(donor)).toEqual([{ ...before, emoji: "🌟" }]);
    expect(await unread(donor)).toBe(0);
    expect((await donationRow(database.db, donation.donationId)).thankedAt).toEqual(
      new Date("2030-01-01T12:00:00Z"),
    );
  });

  it("is told once for each donation", async () => {
    const donations = [await give("5.00"), await give("6.00")];
    for (const { id } of donations) await say(id);
    expect((await list(donor)).map(({ type, amount }) => [type, amount])).toEqual([
      ["thanks", 600],
      ["thanks", 500],
    ]);
  });

  it("names an anonymous requester to the donor, who is signed in (D38)", async () => {
    const donation = await give();
    await hide(owner);
    await say(donation.id);
    expect(await list(donor)).toMatchObject([{ requesterName: owner.username }]);
  });

  it("stays when the request is deleted, without its title and picture", async () => {
    const donation = await give();
    await say(donation.id);
    await deleteRequest(database.db, owner, request.id);
    expect(await list(donor)).toMatchObject([
      { type: "thanks", requesterName: owner.username, requestTitle: null, request: null },
    ]);
  });

  it.each(["", "💩", "❤️❤️", "<b>", null])("cannot be %j", (emoji) => {
    expect(thanksSchema.safeParse({ id: newId(), emoji }).success).toBe(false);
  });
});

describe("an anonymous donor", () => {
  it("is told like everybody, and the recipient learns nothing (D36)", async () => {
    const open = await give();
    await hide(donor);
    const hidden = await give("6.00");
    const answers = [await say(open.id), await say(hidden.id)];
    expect(answers).toEqual([undefined, undefined]);
    expect(await list(donor)).toHaveLength(2);
    const seen = JSON.stringify(await list(owner));
    for (const word of [donor.id, donor.username, donor.name]) expect(seen).not.toContain(word);
    expect((await list(owner)).map(({ person }) => person)).toEqual([null, null]);
  });

  it("changes nothing for the recipient but the choice and that it was read", async () => {
    await hide(donor);
    const donation = await give();
    const [before] = await list(owner);
    await say(donation.id);
    expect(await list(owner)).toEqual([{ ...before, emoji: "❤️", read: true }]);
  });

  it("who erased their account is answered for like any other", async () => {
    const donation = await give();
    await hide(donor);
    await database.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
    const [before] = await list(owner);
    expect(await say(donation.id)).toBeUndefined();
    expect(await list(owner)).toEqual([{ ...before, emoji: "❤️", read: true }]);
    expect(await notificationsOf(database.db, donor.id)).toEqual([]);
  });
});

describe("erasure", () => {
  it("of the recipient leaves thanks without a name", async () => {
    const donation = await give();
    await say(donation.id);
    await takeBack(donation.paymentId);
    await database.db.transaction((tx) => erasePerson(tx, owner.id, new Date()));
    const told = (await list(donor)).find(({ type }) => type === "thanks");
    expect(told).toMatchObject({ requesterName: null, isPersonErased: true, person: null, emoji: "❤️" });
    await expect(say(donation.id)).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("of the donor takes what they were told, and comes before or after thanks, never between", async () => {
    for (let round = 0; round < 8; round += 1) {
      const from = await addPerson(database.db);
      const donation = await give("5.00", from);
      await Promise.all([
        say(donation.id),
        database.db.transaction((tx) => erasePerson(tx, from.id, new Date())),
      ]);
      expect(await notificationsOf(database.db, from.id)).toEqual([]);
    }
  });
});

describe("refused", () => {
  it("for someone else's notification, one of another kind, and none", async () => {
    const small = await addRequest(database.db, owner, { goal: 500 });
    const started = await start(context, donor, small, "5.00");
    card.pay(started.paymentId);
    await tell(context, started.paymentId);
    const told = await list(owner);
    const id = (type: string) => told.find((each) => each.type === type)?.id ?? "";
    for (const [by, each] of [
      [donor, id("donation")],
      [owner, id("goal_completed")],
      ...[newId(), "", "1", "../x"].map((none) => [owner, none] as const),
    ] as const) {
      await expect(say(each, "❤️", by)).rejects.toEqual(refused("NOT_FOUND"));
    }
    await say(id("donation"));
    const [thanks] = await list(donor);
    await expect(say(thanks?.id ?? "", "❤️", donor)).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("for what went back, whose notification says so; what was said before stays", async () => {
    const [thanked, plain] = [await give("5.00"), await give("6.00")];
    await say(thanked.id, "🎉");
    for (const { paymentId } of [thanked, plain]) await takeBack(paymentId);
    for (const { id } of [thanked, plain])
      await expect(say(id, "🌟")).rejects.toEqual(refused("DONATION_RETURNED"));
    const told = (await list(owner)).filter(({ type }) => type === "donation");
    expect(told.map(({ reason, emoji }) => [reason, emoji])).toEqual([
      ["requested", null],
      ["requested", "🎉"],
    ]);
    expect((await list(donor)).filter(({ type }) => type === "thanks")).toMatchObject([{ emoji: "🎉" }]);
  });

  it("not for what went back in part", async () => {
    const donation = await give("10.00");
    card.truth(donation.paymentId).returned = 300;
    await tell(context, donation.paymentId);
    await say(donation.id);
    expect(await donationRow(database.db, donation.donationId)).toMatchObject({ thanksEmoji: "❤️" });
  });
});

describe("at the same time", () => {
  it("many choices are one notification, with the choice that was stored", async () => {
    const donation = await give();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => say(donation.id, THANKS_EMOJIS[n % THANKS_EMOJIS.length])),
    );
    const { thanksEmoji } = await donationRow(database.db, donation.donationId);
    expect(THANKS_EMOJIS).toContain(thanksEmoji);
    expect(await list(donor)).toMatchObject([{ emoji: thanksEmoji, read: false }]);
    expect(await list(owner)).toMatchObject([{ emoji: thanksEmoji }]);
  });

  it("a refund comes before or after, without a deadlock", async () => {
    const donations = await Promise.all(Array.from({ length: 8 }, () => give()));
    const said = await Promise.allSettled(
      donations.flatMap(({ id, paymentId }) => [
        say(id),
        takeBack(paymentId),
        markAllRead(database.db, owner.id),
      ]),
    );
    const failures = said.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    for (const failure of failures) expect(failure).toEqual(refused("DONATION_RETURNED"));
    const thanked = (await list(donor)).filter(({ type }) => type === "thanks").length;
    expect(thanked).toBe(donations.length - failures.length);
  });
});
