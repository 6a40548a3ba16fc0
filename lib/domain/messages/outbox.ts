import { and, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { NIL } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, guests, mails, messageChoices, users } from "@/db/schema";
import { pick, preparedQuery, statement } from "@/db/statement";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import { type ChoiceKind, mailKind } from "@/lib/ground/mail-kinds";
import { unseal } from "@/lib/ground/sealed";
import { CLAIM_MS, MAIL_KEPT_DAYS } from "./rules";
import type { Choice, ClaimedMail, MailData, NewMail, Recipient } from "./types";
import { LINK_SECRET } from "./write-messages";

/** Messages that a server began to send so long ago that it must have died count as due. */
const isAbandoned = (at: Date) =>
  and(eq(mails.state, "sending"), lt(mails.claimedAt, new Date(at.getTime() - CLAIM_MS)));

/**
 * Takes messages that are due, account messages first, so that no other server sends them too. Servers skip what
 * another one is taking.
 */
export async function claimMails(db: Db, limit: number, at: Date): Promise<ClaimedMail[]> {
  const taken = await claim(db).execute({ limit, at });
  return taken.map(({ person, locale, secret, ...mail }) => ({
    ...mail,
    secret: secret === null ? null : unseal(LINK_SECRET, secret),
    recipient: person
      ? recipientOf(person, locale ?? person.preferredLanguage)
      : mailKind(mail.kind).to === "operator"
        ? operator()
        : visitor(mail.address, locale ?? VISITOR_LOCALE),
  }));
}

type Person = Pick<
  typeof users.$inferSelect,
  "id" | "email" | "emailVerified" | "username" | "name" | "erasedAt" | "emailBouncedAt" | "newsSilencedAt"
>;

function recipientOf(person: Person, locale: Recipient["locale"]): Recipient {
  const { id, email, emailVerified, username, name, erasedAt, emailBouncedAt, newsSilencedAt } = person;
  return {
    id,
    email: erasedAt === null && email.includes("@") ? email : null,
    username,
    name,
    locale,
    isErased: erasedAt !== null,
    isProven: emailVerified !== null,
    isBounced: emailBouncedAt !== null,
    isSilenced: newsSilencedAt !== null,
  };
}

/** The operator as a recipient: their id is nobody's. They read English, as the operator's command line is English. */
function operator(): Recipient {
  return {
    id: NIL,
    email: env().operatorMail,
    username: "",
    name: "",
    locale: "en",
    isErased: false,
    isProven: true,
    isBounced: false,
    isSilenced: false,
  };
}

/** Who reported something without an account: the address was never proven to be theirs. */
function visitor(email: string | null, locale: Recipient["locale"]): Recipient {
  return { ...operator(), email, locale, isProven: false };
}

const claim = preparedQuery((db) => {
  const at = sql`${sql.param(sql.placeholder("at"), mails.claimedAt)}`;
  // A subquery of the update could run more than once, and take more than the limit.
  const due = db.$with("claimed").as(
    db
      .select({ id: mails.id, userId: mails.userId })
      .from(mails)
      .where(and(eq(mails.state, "due"), sql`${mails.dueAt} <= ${at}`))
      .orderBy(mails.stream, mails.dueAt)
      .limit(sql.placeholder("limit"))
      .for("update", { skipLocked: true }),
  );
  return db
    .with(due)
    .update(mails)
    .set({ state: "sending", claimedAt: at, attempts: sql`${mails.attempts} + 1` })
    .from(due)
    .leftJoin(users, eq(users.id, due.userId))
    .where(eq(mails.id, due.id))
    .returning({
      ...pick(mails, "id", "channel", "stream", "kind", "cause", "address", "locale", "data", "secret"),
      ...pick(mails, "attempts", "createdAt"),
      person: {
        ...pick(users, "id", "email", "emailVerified", "username", "name", "preferredLanguage", "erasedAt"),
        ...pick(users, "emailBouncedAt", "newsSilencedAt"),
      },
    })
    .prepare("claim_mails");
});

/** How many messages wait to be sent at a time, by stream. */
export async function countDue(db: Db, at: Date): Promise<Map<ClaimedMail["stream"], number>> {
  const rows = await db
    .select({ stream: mails.stream, messages: count() })
    .from(mails)
    .where(and(eq(mails.state, "due"), sql`${mails.dueAt} <= ${at.toISOString()}::timestamptz`))
    .groupBy(mails.stream);
  return new Map(rows.map(({ stream, messages }) => [stream, messages]));
}

/** Makes messages due again that a server took and never finished. Returns how many. */
export async function releaseAbandoned(db: Db, at: Date): Promise<number> {
  const rows = await db
    .update(mails)
    .set({ state: "due", claimedAt: null })
    .where(isAbandoned(at))
    .returning({ id: mails.id });
  return rows.length;
}

/** Keeps messages that a server is still sending from being taken over by another one. */
export async function keepClaims(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(mails)
    .set({ claimedAt: at })
    .where(and(inArray(mails.id, [...ids]), eq(mails.state, "sending")));
}

type Ending = {
  state: "sent" | "failed" | "suppressed" | "cancelled";
  at: Date;
  /** Where it was sent to. */
  address?: string;
  data?: MailData;
  reason?: string;
};

/** Records how a message ended. Its link's token is deleted. Returns false if another server has taken it over. */
export async function finishMail(
  db: Db,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { state, at, address, data, reason }: Ending,
): Promise<boolean> {
  const rows = await finishStatement(db, {
    id,
    attempts,
    state,
    at: at.toISOString(),
    address: address ?? null,
    data: data ? JSON.stringify(data) : null,
    reason: reason ?? null,
  });
  return rows.length > 0;
}

type Finish = Record<"id" | "attempts" | "state" | "at" | "address" | "data" | "reason", unknown>;

const finishStatement = statement<Finish, { id: string }>(
  (value) => sql`
    update ${mails}
    set state = ${value.state}::mail_state, finished_at = ${value.at}::timestamptz, claimed_at = null, secret = null,
      reason = ${value.reason}, address = coalesce(${value.address}, address),
      data = coalesce(${value.data}::jsonb, data)
    where id = ${value.id}::uuid and state = 'sending' and attempts = ${value.attempts}::smallint
    returning id`,
);

/** Records that an attempt failed, when the next one is, and what that has to know. */
export async function postponeMail(
  db: Db,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { dueAt, reason, data }: { dueAt: Date; reason: string; data?: MailData | undefined },
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "due", claimedAt: null, dueAt, reason, ...(data && { data }) })
    // Another server may have taken the message over meanwhile.
    .where(and(eq(mails.id, id), eq(mails.state, "sending"), eq(mails.attempts, attempts)));
}

/**
 * Deletes address and text of messages that ended more than 30 days ago, and of an erased account's last message once
 * it has ended.
 */
export async function forgetOldMails(db: Db): Promise<void> {
  const before = new Date(now().getTime() - MAIL_KEPT_DAYS * DAY);
  await db
    .update(mails)
    .set({ address: null, data: null })
    .where(
      and(
        sql`num_nonnulls(${mails.address}, ${mails.data}) > 0`,
        isNotNull(mails.finishedAt),
        or(lt(mails.finishedAt, before), eq(mails.kind, "account_erased")),
      ),
    );
}

/** What a person chose, by kind of choice; one without a choice is missing. */
export async function findChoices(db: Db, userId: string): Promise<Map<ChoiceKind, Choice>> {
  const rows = await choices(db).execute({ userId });
  return new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
}

const choices = preparedQuery((db) =>
  db
    .select(pick(messageChoices, "kind", "inApp", "push", "mail"))
    .from(messageChoices)
    .where(eq(messageChoices.userId, sql.placeholder("userId")))
    .prepare("find_choices"),
);

/** Marks an account's address as refusing mail, if it is still the account's. It counts as unproven from then on. */
export async function markBounced(db: Db, userId: string, address: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ emailBouncedAt: at, emailVerified: null })
    .where(and(eq(users.id, userId), eq(sql`lower(${users.email})`, address.toLowerCase())));
}

/**
 * Locks the row of a mail until the transaction ends, so that no server takes it meanwhile. Returns whether one
 * has taken it already, or null without such a row.
 */
export async function lockMail(
  tx: Tx,
  { userId, kind, cause }: Pick<NewMail, "userId" | "kind" | "cause">,
): Promise<{ isTaken: boolean } | null> {
  const [row] = await tx
    .select({ state: mails.state, attempts: mails.attempts })
    .from(mails)
    .where(
      and(eq(mails.userId, userId), eq(mails.kind, kind), eq(mails.cause, cause), eq(mails.channel, "mail")),
    )
    .for("no key update");
  return row ? { isTaken: row.state !== "due" || row.attempts > 0 } : null;
}

/** The causes of the messages that a summary replaces. */
export async function selectSummedUp(
  db: Db,
  { userId, kind, summary }: { userId: string; kind: ClaimedMail["kind"]; summary: string },
): Promise<string[]> {
  const rows = await db
    .select({ cause: mails.cause })
    .from(mails)
    .where(
      and(
        eq(mails.userId, userId),
        eq(mails.kind, kind),
        eq(mails.state, "suppressed"),
        sql`${mails.data}->>'summary' = ${summary}`,
      ),
    );
  return rows.map(({ cause }) => cause);
}

/** People with a proven address who want the weekly digest and do not have this week's yet, by id after one. */
export async function selectWithoutDigest(
  db: Db,
  { cause, after, limit }: { cause: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        after === null ? undefined : gt(users.id, after),
        isNull(users.erasedAt),
        isNotNull(users.emailVerified),
        isNull(users.emailBouncedAt),
        isNull(users.newsSilencedAt),
        sql`not exists (select from ${messageChoices} where ${messageChoices.userId} = ${users.id}
          and ${messageChoices.kind} = 'digest' and ${messageChoices.mail} = 'off')`,
        sql`not exists (select from ${mails} where ${mails.userId} = ${users.id}
          and ${mails.kind} = 'weekly_digest' and ${mails.cause} = ${cause})`,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Changes a part of a choice, on top of the kind's defaults where there is none. Nothing for an erased account. */
export async function saveChoice(
  tx: Tx,
  userId: string,
  kind: ChoiceKind,
  defaults: Choice,
  changes: Partial<Choice>,
): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for("key share");
  if (!person) return;
  await tx
    .insert(messageChoices)
    .values({ userId, kind, ...defaults, ...changes })
    .onConflictDoUpdate({ target: [messageChoices.userId, messageChoices.kind], set: changes });
}

/** Whether a person reported mail as unwanted. */
export async function isSilenced(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.newsSilencedAt)))) > 0;
}

/** Whether a guest switched news off. */
export async function isGuestSilenced(db: Db, guestId: string): Promise<boolean> {
  return (await db.$count(guests, and(eq(guests.id, guestId), isNotNull(guests.newsSilencedAt)))) > 0;
}

/** Whose choices an address in a message is about: of a guest whose donation was claimed since, its donor's. */
export async function chooserOf(db: Db, id: string): Promise<string> {
  const [donation] = await db.select(pick(donations, "donorId")).from(donations).where(eq(donations.id, id));
  return donation?.donorId ?? id;
}

/** Silences news to the address of a guest, or ends that; nothing for anybody else. */
export async function silenceGuest(db: Db, guestId: string, at: Date | null): Promise<void> {
  const [guest] = await db.select(pick(guests, "email")).from(guests).where(eq(guests.id, guestId));
  if (guest?.email) await silenceAddress(db, guest.email, at);
}

/** Silences news to the guests with an address, or ends that; false where there is none. */
export async function silenceAddress(db: Db, address: string, at: Date | null): Promise<boolean> {
  const silenced = await db
    .update(guests)
    .set({ newsSilencedAt: at })
    .where(eq(sql`lower(${guests.email})`, address.toLowerCase()))
    .returning({ id: guests.id });
  return silenced.length > 0;
}

/** Silences a person's news by mail, if the address is still theirs; a repeated complaint changes nothing. */
export async function silenceNews(db: Db, userId: string, address: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ newsSilencedAt: at })
    .where(
      and(
        eq(users.id, userId),
        eq(sql`lower(${users.email})`, address.toLowerCase()),
        isNull(users.erasedAt),
        isNull(users.newsSilencedAt),
      ),
    );
}

/** News may be sent again. */
export async function endSilence(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ newsSilencedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.newsSilencedAt)));
}

/** Whose message it was, null without an account, and where it went; null once that is not known any more. */
export async function findSentMail(
  db: Db,
  id: string,
): Promise<{ userId: string | null; address: string } | null> {
  const [row] = await db
    .select({ userId: mails.userId, address: mails.address })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.channel, "mail"), eq(mails.state, "sent")));
  return row?.address ? { userId: row.userId, address: row.address } : null;
}
