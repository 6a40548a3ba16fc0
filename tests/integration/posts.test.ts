import { and, eq, like, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliveries, mails, messageChoices, newId, notifications, photos, posts, users } from "@/db/schema";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { storyOf } from "@/lib/domain/donors/story";
import { findGiven } from "@/lib/domain/given/given";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { claimDonation } from "@/lib/domain/guests/claim-donation";
import { chooseByAddress, chooseMessages } from "@/lib/domain/messages/choose-messages";
import { handleReport } from "@/lib/domain/messages/handle-report";
import { listNotifications } from "@/lib/domain/messages/queries";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { takeBack } from "@/lib/domain/payouts/take-back";
import { findPhotoKey } from "@/lib/domain/photos/queries";
import { attachPhoto } from "@/lib/domain/photos/request-photo";
import { askForProof } from "@/lib/domain/posts/ask-for-proof";
import { deletePost, editPost } from "@/lib/domain/posts/change-post";
import { findDelivered, listPosts } from "@/lib/domain/posts/queries";
import type { NewPost } from "@/lib/domain/posts/schema";
import { writePost } from "@/lib/domain/posts/write-post";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { block } from "@/lib/domain/users/block";
import { findPerson } from "@/lib/domain/users/queries";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { MailRefused } from "@/lib/providers/smtp/transport";
import { expectBalancedBooks, tell, userRow } from "../support/donating";
import { Inbox, sendOutbox } from "../support/outbox";
import { openPayoutBooks, payoutsOf } from "../support/payouts";
import { addPerson } from "../support/people";
import { openDiskStore } from "../support/photo-store";

const { database, card, bank, context, addPayee, give, later, housekeeping, addRequest } = openPayoutBooks();

const place = openDiskStore();
const photoContext = async () => ({ db: database.db, photos: (await place).store });

type Scene = Awaited<ReturnType<typeof scene>>;

/** A request with two donations of people and one of a guest. */
async function scene() {
  const owner = await addPayee();
  const request = await addRequest(owner, 100_000);
  const [one, two] = [await give(request, 1_000), await give(request, 2_000)];
  return { owner, request, one, two, guest: await giveAsGuest(request, `${newId()}@example.org`) };
}

async function giveAsGuest(request: { id: string }, email: string) {
  const id = newId();
  const guest = { email, name: null, language: "nl", anonymous: true } as const;
  const started = await startDonation(context, { guest }, { amount: "5.00", requestId: request.id }, id);
  const paymentId = started.clientSecret.split("_secret_")[0] ?? "";
  card.pay(paymentId);
  await tell(context, paymentId);
  return { id, ...guest };
}

/** An account with the guest's address, confirmed, takes the donation over. */
async function claim({ id, email }: Scene["guest"]) {
  const person = await addPerson(database.db);
  await database.db.update(users).set({ email, emailVerified: now() }).where(eq(users.id, person.id));
  await claimDonation(database.db, person, receiptPath(id).replace("/r/", ""));
  return person;
}

/** What is sent now about posts to an address. */
const sentTo = async (address: string) =>
  (await sendOutbox(database.db)).filter(
    ({ to, headers }) => to === address && headers["X-Steuntje-Kind"]?.startsWith("request_"),
  );

const post = async ({ owner, request }: Pick<Scene, "owner" | "request">, more: Partial<NewPost> = {}) =>
  writePost(
    await photoContext(),
    owner,
    { requestId: request.id, kind: "update", text: "It is ordered.", audience: "everyone", ...more },
    newId(),
  );

const viewer = (id: string) => ({ viewer: { id, isOperator: false } });
const textsFor = async ({ request }: Scene, reader: Parameters<typeof listPosts>[2]) =>
  (await listPosts(database.db, request.id, reader, { limit: 50 }))?.items.map(({ text }) => text);
const toldOf = async (userId: string) =>
  (await listNotifications(database.db, userId, { limit: 20 })).items.filter(({ type }) => type === "update");
/** The messages about posts that wait for somebody, and when each is due. */
const mailsAbout = async (postIds: string[]) =>
  (await database.db.select().from(mails).where(like(mails.kind, "request_%"))).filter(({ cause }) =>
    postIds.some((id) => cause.endsWith(id)),
  );

const usernameOf = async (id: string) => (await userRow(database.db, id)).username;

/** Of how many requests somebody showed what became of the money. */
const deliveredOf = async ({ id }: { id: string }) =>
  (await findPerson(database.db, await usernameOf(id), { id, isOperator: false }))?.delivered;

/** The money of a request arrives at its owner's bank. */
async function payOut({ owner }: Pick<Scene, "owner">) {
  later(7, 1);
  await housekeeping();
  await askPayout(context, owner, {});
  await housekeeping();
  const payout = (await payoutsOf(database.db, owner.id)).at(-1);
  const found = bank.payouts.get(payout?.providerId ?? "");
  expect(found).toBeDefined();
  if (found) bank.come(found, "paid");
  later(0, 61);
  await housekeeping();
  return found;
}

describe("what the owner of a request posts", () => {
  it("reaches everybody who gave, named or not, each once", async () => {
    const made = await scene();
    await give(made.request, 500);
    const { id } = await post(made);
    for (const { donorId } of [made.one, made.two]) {
      expect(await toldOf(donorId)).toMatchObject([{ post: "update", amount: 0 }]);
    }
    const sent = await mailsAbout([id]);
    expect(sent).toHaveLength(4);
    expect(sent.filter(({ userId }) => userId === null)).toMatchObject([
      { address: made.guest.email, locale: "nl", kind: "request_update" },
    ]);
    expect(await toldOf(made.owner.id)).toEqual([]);
    await expectBalancedBooks(database.db);
  });

  it("is the owner's to write, for at most five a day, deleted ones among them", async () => {
    const made = await scene();
    await expect(post({ ...made, owner: { ...made.owner, id: made.one.donorId } })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(post({ ...made, request: { ...made.request, id: newId() } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const first = await post(made);
    await deletePost(database.db, made.owner, first.id);
    for (const _ of [2, 3, 4]) await post(made);
    const last = await Promise.allSettled([post(made), post(made), post(made)]);
    expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(post(made)).rejects.toMatchObject({ code: "TOO_MANY" });
    later(1, 1);
    await post(made);
  });

  it("is written once by a retry", async () => {
    const made = await scene();
    const id = newId();
    const input = { requestId: made.request.id, kind: "thanks", text: "", audience: "givers" } as const;
    const written = await writePost(await photoContext(), made.owner, input, id);
    expect(await writePost(await photoContext(), made.owner, input, id)).toEqual(written);
    expect(await toldOf(made.one.donorId)).toHaveLength(1);
  });

  it("is for those who gave alone where it says so, and not for who got it back", async () => {
    const made = await scene();
    await post(made, { text: "For all" });
    later(0, 1);
    await post(made, { text: "For you", audience: "givers" });
    const stranger = (await addPayee()).id;
    const both = ["For you", "For all"];
    expect(await textsFor(made, { viewer: null })).toEqual(["For all"]);
    expect(await textsFor(made, viewer(stranger))).toEqual(["For all"]);
    expect(await textsFor(made, viewer(made.owner.id))).toEqual(both);
    expect(await textsFor(made, viewer(made.one.donorId))).toEqual(both);
    expect(await textsFor(made, { viewer: null, guestId: made.guest.id })).toEqual(both);
    expect(await textsFor(made, { viewer: null, guestId: newId() })).toEqual(["For all"]);
    await takeBack(context, { id: made.one.donorId }, made.one.donationId);
    expect(await textsFor(made, viewer(made.one.donorId))).toEqual(["For all"]);
    const story = await storyOf(database.db, made.request.id, { id: made.two.donorId, isOperator: false });
    expect(story?.posts.map(({ text }) => text)).toEqual(both);
  });

  it("shows its photo to those who read it, and to nobody once it is deleted", async () => {
    const made = await scene();
    const { id } = await post(made, { audience: "givers" });
    const photoId = newId();
    const size = { width: 400, height: 300 };
    await database.db
      .insert(photos)
      .values({ id: photoId, userId: made.owner.id, uploadKey: photoId, ...size });
    await database.db.transaction((tx) => attachPhoto(tx, photoId, { postId: id }));
    const shownTo = async (reader: Parameters<typeof listPosts>[2]) =>
      (await findPhotoKey(database.db, `/photos/${photoId}-400x300.webp`, async () => reader)) !== null;
    const readers = [
      { viewer: null },
      viewer(made.one.donorId),
      viewer(made.owner.id),
      { viewer: null, guestId: made.guest.id },
    ];
    expect(await Promise.all(readers.map(shownTo))).toEqual([false, true, true, true]);
    await deletePost(database.db, made.owner, id);
    expect(await Promise.all(readers.map(shownTo))).toEqual([false, false, false, false]);
    expect(await textsFor(made, viewer(made.owner.id))).toEqual([]);
    expect(await toldOf(made.one.donorId)).toEqual([]);
  });

  it("is reached in pages, however many there are", async () => {
    const { owner, request } = await scene();
    const at = now().getTime();
    const rows = Array.from({ length: 101 }, (_, n) => ({
      ...{ id: newId(), requestId: request.id, userId: owner.id, kind: "update" as const },
      ...{ text: `Day ${n}`, audience: "everyone" as const, createdAt: new Date(at - (n >> 1)) },
    }));
    await database.db.insert(posts).values(rows);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listPosts(database.db, request.id, { viewer: null }, { limit: 40, cursor });
      seen.push(...(page?.items.map(({ id }) => id) ?? []));
      cursor = page?.next;
    } while (cursor);
    expect(seen).toHaveLength(101);
    expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(seen.at(-1)).toBe(rows[100]?.id);
  });

  it("can be changed for an hour, by its owner", async () => {
    const made = await scene();
    const { id } = await post(made);
    const edit = (by: { id: string }, text: string) => editPost(database.db, by, { id, text });
    expect(await edit(made.owner, "It is here.")).toMatchObject({ text: "It is here." });
    await expect(edit({ id: made.one.donorId }, "Mine")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(edit(made.owner, "")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    later(0, 60);
    expect(await edit(made.owner, "Just in time.")).toMatchObject({ text: "Just in time." });
    later(0, 1);
    await expect(edit(made.owner, "Late")).rejects.toMatchObject({ code: "TOO_LATE" });
  });

  it("is told to nobody whose account is being erased meanwhile", async () => {
    const made = await scene();
    const erased = made.one.donorId;
    let written: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await erasePerson(tx, erased, new Date());
      written = post(made);
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.db.execute(waiting)).length, { interval: 20 }).toBe(1);
    });
    await written;
    const left = await database.db.$count(notifications, eq(notifications.userId, erased));
    expect([
      left,
      await database.db.$count(mails, and(eq(mails.userId, erased), like(mails.kind, "request_%"))),
    ]).toEqual([0, 0]);
    expect(await toldOf(made.two.donorId)).toHaveLength(1);
  });

  it("is between nobody of whom one blocked the other", async () => {
    const made = await scene();
    await block(database.db, made.owner, await usernameOf(made.one.donorId));
    await post(made);
    expect(await toldOf(made.one.donorId)).toEqual([]);
    expect(await textsFor(made, viewer(made.one.donorId))).toEqual([]);
    expect(await toldOf(made.two.donorId)).toHaveLength(1);
  });
});

describe("messages about posts", () => {
  const BY_MAIL = { kind: "update", channel: "mail" } as const;

  it("are at most one a day about a request, and the next one says what came meanwhile", async () => {
    const made = await scene();
    const first = await post(made);
    await sendOutbox(database.db);
    later(0, 30);
    const second = await post(made, { kind: "thanks", text: "" });
    later(0, 30);
    const third = await post(made);
    const all = await mailsAbout([first.id, second.id, third.id]);
    const of = (address: string) => all.filter((mail) => mail.address === address || mail.userId === address);
    for (const who of [made.guest.email, made.one.donorId]) {
      const [one, next, ...more] = of(who).sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
      expect(more).toEqual([]);
      expect((next?.dueAt.getTime() ?? 0) - (one?.dueAt.getTime() ?? 0)).toBe(24 * 60 * MINUTE);
    }
    expect(await toldOf(made.one.donorId)).toHaveLength(3);
  });

  it("follow what each chose, guests by the link in the message", async () => {
    const made = await scene();
    for (const channel of ["mail", "push"] as const) {
      await chooseMessages(database.db, made.one.donorId, { kind: "update", channel, value: "off" });
    }
    await chooseMessages(database.db, made.two.donorId, { kind: "update", channel: "app", value: "off" });
    await chooseByAddress(database.db, made.guest.id, { ...BY_MAIL, value: "off" });
    const { id } = await post(made);
    expect((await mailsAbout([id])).map(({ userId }) => userId)).toEqual([made.two.donorId]);
    expect(await toldOf(made.one.donorId)).toHaveLength(1);
    expect(await toldOf(made.two.donorId)).toEqual([]);
    await chooseByAddress(database.db, made.guest.id, { ...BY_MAIL, value: "now" });
    later(1, 1);
    const next = await post(made);
    expect((await mailsAbout([next.id])).map(({ address }) => address)).toContain(made.guest.email);
    expect(await database.db.$count(messageChoices, eq(messageChoices.userId, made.guest.id))).toBe(0);
  });

  it.each<[string, (made: Scene, mailId: string) => Promise<unknown>]>([
    ["its link", (made) => chooseByAddress(database.db, made.guest.id, { ...BY_MAIL, value: "off" })],
    ["a complaint", (_, mailId) => handleReport(database.db, { kind: "complaint", mailId, at: now() })],
    ["a bounce", (_, mailId) => handleReport(database.db, { kind: "bounce", mailId, at: now() })],
    [
      "an address that refuses mail",
      async (made) => {
        await database.db.update(mails).set({ dueAt: now() }).where(eq(mails.state, "due"));
        const inbox = new Inbox();
        inbox.refuse = ({ to }) =>
          to === made.guest.email ? new MailRefused("550 no such user", true) : null;
        await sendOutbox(database.db, inbox);
        await post(made);
      },
    ],
  ])(
    "are not sent any more to a guest who ends them by %s, also if they were written before",
    async (_, end) => {
      const made = await scene();
      const first = await post(made);
      const toGuest = async () =>
        (await sendOutbox(database.db)).filter(({ to }) => to === made.guest.email).length;
      expect(await toGuest()).toBe(2);
      await post(made, { text: "It is there." });
      await end(
        made,
        (await mailsAbout([first.id])).find(({ address }) => address === made.guest.email)?.id ?? "",
      );
      later(1, 1);
      expect(await toGuest()).toBe(0);
    },
  );
});

describe("a guest's messages about posts, once an account has the donation", () => {
  it("are the account's, at most one a day all the same, and say what is for givers", async () => {
    const made = await scene();
    await post(made);
    expect(await sentTo(made.guest.email)).toHaveLength(1);
    later(0, 30);
    await post(made, { text: "For you.", audience: "givers" });
    const person = await claim(made.guest);
    later(0, 30);
    await post(made, { text: "For all." });
    expect(await sentTo(made.guest.email)).toEqual([]);
    later(1, 1);
    const [sent, ...more] = await sentTo(made.guest.email);
    expect(more).toEqual([]);
    for (const text of ["For you.", "For all."]) expect(sent?.text).toContain(text);
    await chooseMessages(database.db, person.id, { kind: "update", channel: "mail", value: "off" });
    await post(made);
    later(1, 1);
    expect(await sentTo(made.guest.email)).toEqual([]);
  });

  it("reach who gave several times as a guest, and claimed the latest", async () => {
    const made = await scene();
    const latest = await giveAsGuest(made.request, made.guest.email);
    await post(made, { audience: "givers" });
    await claim(latest);
    expect(await sentTo(made.guest.email)).toHaveLength(1);
  });

  it("are not sent twice, nor where the guest ended them", async () => {
    const made = await scene();
    const person = await addPerson(database.db);
    const { clientSecret } = await startDonation(
      context,
      person,
      { amount: "5.00", requestId: made.request.id },
      newId(),
    );
    const paymentId = clientSecret.split("_secret_")[0] ?? "";
    card.pay(paymentId);
    await tell(context, paymentId);
    await post(made);
    const { email } = made.guest;
    await database.db.update(users).set({ email, emailVerified: now() }).where(eq(users.id, person.id));
    await claimDonation(database.db, person, receiptPath(made.guest.id).replace("/r/", ""));
    expect(await sentTo(email)).toHaveLength(1);

    const other = await scene();
    await post(other);
    await chooseByAddress(database.db, other.guest.id, { kind: "update", channel: "mail", value: "off" });
    await claim(other.guest);
    expect(await sentTo(other.guest.email)).toEqual([]);
  });
});

describe("what became of the money", () => {
  it("is said once it arrived, and is a step of every donation that stayed", async () => {
    const made = await scene();
    const delivered = { kind: "delivered", text: "Look!", outcome: "cheaper", leftover: 300 } as const;
    await expect(post(made, delivered)).rejects.toMatchObject({ code: "NOT_PAID_OUT" });
    const payout = await payOut(made);
    await expect(post(made, { ...delivered, leftover: 9_999_999 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const { id, outcome, leftover } = await post(made, delivered);
    expect([outcome, leftover]).toEqual(["cheaper", 300]);
    const steps = async (donation: { donorId: string; donationId: string }) =>
      (await findGiven(context, donation.donorId, donation.donationId)).steps.map(({ step }) => step);
    expect(await steps(made.one)).toEqual(["paid", "counted", "free", "on_its_way", "in_bank", "delivered"]);
    later(0, 1);
    const afterwards = await give(made.request, 500);
    expect(await steps(afterwards)).toEqual(["paid", "counted"]);
    const story = await storyOf(database.db, made.request.id, { id: made.one.donorId, isOperator: false });
    expect(story?.steps.map(({ kind }) => kind)).toEqual([
      "asked",
      "first_gift",
      "latest_gift",
      "paid_out",
      "delivered",
    ]);
    expect(await deliveredOf(made.owner)).toEqual({ of: 1, done: 1 });
    const last = (reader: Parameters<typeof listPosts>[2]) =>
      findDelivered(database.db, made.request.id, reader);
    expect(await last({ viewer: null })).toMatchObject({ id, text: "Look!" });
    later(0, 1);
    const forDonors = await post(made, { kind: "delivered", audience: "givers" });
    expect(await last(viewer(made.one.donorId))).toMatchObject({ id: forDonors.id });
    expect(await last({ viewer: null })).toMatchObject({ id });
    await deletePost(database.db, made.owner, forDonors.id);
    await post(made);
    expect(await last(viewer(made.one.donorId))).toMatchObject({ id });
    await deletePost(database.db, made.owner, id);
    expect(await last(viewer(made.owner.id))).toBeNull();
    expect(await steps(made.one)).not.toContain("delivered");
    expect(await deliveredOf(made.owner)).toEqual({ of: 0, done: 0 });
    if (payout) bank.come(payout, "failed");
    later(0, 61);
    await housekeeping();
    await expect(post(made, { kind: "delivered" })).rejects.toMatchObject({ code: "NOT_PAID_OUT" });
  });

  it("is told by mail to who wants only that, whatever else was posted before", async () => {
    const made = await scene();
    await payOut(made);
    await chooseMessages(database.db, made.one.donorId, { kind: "update", channel: "mail", value: "off" });
    await post(made);
    later(0, 30);
    await post(made, { kind: "thanks", text: "" });
    later(0, 30);
    await post(made, { kind: "delivered", outcome: "bought" });
    later(1, 1);
    const { email } = await userRow(database.db, made.one.donorId);
    const kinds = (await sendOutbox(database.db)).flatMap(({ to, headers }) =>
      to === email ? [headers["X-Steuntje-Kind"]] : [],
    );
    expect(kinds.filter((kind) => kind?.startsWith("request_"))).toEqual(["request_delivered"]);
  });

  it("is asked for after 14, 30 and 60 days, once each on two servers, until it is said", async () => {
    const made = await scene();
    await payOut(made);
    const asked = async () => {
      await Promise.all([askForProof(database.db), askForProof(database.db)]);
      const rows = await database.db
        .select({ cause: mails.cause })
        .from(mails)
        .where(and(eq(mails.userId, made.owner.id), eq(mails.kind, "proof_asked")));
      return rows.map(({ cause }) => cause.split(" ")[1]).sort();
    };
    later(12, 0);
    expect(await asked()).toEqual([]);
    later(2, 0);
    expect(await asked()).toEqual(["14"]);
    expect(await asked()).toEqual(["14"]);
    later(16, 0);
    expect(await asked()).toEqual(["14", "30"]);
    await post(made, { kind: "delivered" });
    later(31, 0);
    expect(await asked()).toEqual(["14", "30"]);
    const [row] = await database.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.requestId, made.request.id));
    expect(row).toMatchObject({ askedDays: 30 });
  });

  it("is read by a guest at their receipt's address", async () => {
    const made = await scene();
    await payOut(made);
    const { id } = await post(made, { kind: "delivered", audience: "givers" });
    const [mail] = (await mailsAbout([id])).filter(({ userId }) => userId === null);
    expect(mail).toMatchObject({ kind: "request_delivered", cause: `${made.guest.id} ${id}` });
    const received = await sendOutbox(database.db);
    expect(received.filter(({ to }) => to === made.guest.email).at(-1)?.text).toContain(
      receiptPath(made.guest.id),
    );
  });
});
