import { sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { mails, notifications } from "@/db/schema";
import { statement } from "@/db/statement";
import { env } from "@/lib/ground/env";
import { mailKind } from "@/lib/ground/mail-kinds";
import { seal } from "@/lib/ground/sealed";
import type { AccountChange } from "@/lib/ground/vocabulary";
import type { NewMail, OperatorNotice } from "./types";

/** What the tokens of links are sealed for. */
export const LINK_SECRET = "mail link";

/**
 * Writes a message within the transaction of its cause; the outbox sends it once that is committed. Does nothing if the
 * cause has one already. Ids only: texts and names are read when it is sent.
 */
export async function writeMail(
  tx: Tx,
  { kind, cause, userId, at, dueAt, address, locale, data, secret }: NewMail,
): Promise<void> {
  const { stream, push = false } = mailKind(kind);
  await writeStatement(tx, {
    kind,
    stream,
    push,
    cause,
    userId,
    at: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    address: address ?? null,
    locale: locale ?? null,
    data: data ? JSON.stringify(data) : null,
    secret: secret === undefined ? null : seal(LINK_SECRET, secret),
  });
}

/**
 * Writes a message to the operator within the transaction of what happened; the outbox sends it once that is committed.
 * Does nothing if the subject has one for this cause already, and nothing where OPERATOR_MAIL is not set.
 * `lib/delivery/kinds/operator-notice` has the words and the command of each subject.
 */
export async function writeOperatorMail(
  tx: Tx,
  { about, cause, reference, at, facts }: OperatorNotice,
): Promise<void> {
  if (env().operatorMail === null) return;
  const data = { ...facts, about, reference: reference ?? null };
  await insertMail(tx, { kind: "operator_notice", cause: `${about} ${cause}`, data }, at);
}

/**
 * Writes a message to the address of somebody who reported something without an account, within the transaction of what
 * it is about. Does nothing if the cause has one of the kind already.
 */
export async function writeVisitorMail(
  tx: Tx,
  { at, secret, ...mail }: Omit<NewMail, "userId" | "data" | "dueAt"> & { address: string },
): Promise<void> {
  await insertMail(tx, { ...mail, secret: secret && seal(LINK_SECRET, secret) }, at);
}

/** Writes a message to somebody without an account, unless its cause has one. */
async function insertMail(
  tx: Tx,
  row: Omit<typeof mails.$inferInsert, "stream" | "dueAt" | "createdAt">,
  at: Date,
): Promise<void> {
  const { stream } = mailKind(row.kind);
  await tx
    .insert(mails)
    .values({ ...row, stream, dueAt: at, createdAt: at })
    .onConflictDoNothing();
}

/**
 * Writes a mail to a guest within the transaction of its cause. Does nothing if the cause has one of the kind already,
 * or once the guest's address was deleted.
 */
export async function writeGuestMail(
  tx: Tx,
  { kind, cause, guestId, at, data }: Pick<NewMail, "kind" | "cause" | "at" | "data"> & { guestId: string },
): Promise<void> {
  await tx.execute(sql`select write_guest_mail(${kind}, ${mailKind(kind).stream}::mail_stream, ${cause},
    ${guestId}::uuid, ${at.toISOString()}::timestamptz, ${data ? JSON.stringify(data) : null}::jsonb)`);
}

const writeStatement = statement<Record<keyof NewMail | "stream" | "push", unknown>, unknown>(
  (value) => sql`select write_mail(${value.kind}, ${value.stream}::mail_stream, ${value.push}, ${value.cause},
    ${value.userId}::uuid, ${value.at}::timestamptz, ${value.dueAt}::timestamptz, ${value.address}::text,
    ${value.locale}::locale, ${value.data}::jsonb, ${value.secret}::text)`,
);

type SafetyNotice = { userId: string; createdAt: Date } & (
  | { type: "report"; reportId: string }
  | { type: "decision"; decisionId: string }
);

/** Notifies who reported something, or whom a decision concerns (safety.md). */
export async function notifyOfSafety(db: Db, notice: SafetyNotice): Promise<void> {
  await db.insert(notifications).values({ ...notice, amount: 0 });
}

type AccountNotice = {
  userId: string;
  accountChange: AccountChange;
  device: string | null;
  network: string | null;
  createdAt: Date;
};

/** Notifies people of changes of their accounts, with the device and the network that they came from (trust.md 39). */
export async function notifyOfAccountChanges(db: Db, notices: readonly AccountNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .insert(notifications)
    .values(notices.map((notice) => ({ ...notice, type: "account" as const, amount: 0 })));
}

type LimitNotice = { userId: string; type: "limit_near" | "limit_passed"; createdAt: Date };

/** Notifies somebody that what they received comes near their limit; no figure is stored. */
export async function notifyOfLimit(tx: Tx, notice: LimitNotice): Promise<void> {
  await tx.insert(notifications).values({ ...notice, amount: 0 });
}
