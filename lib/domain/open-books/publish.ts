import { hash } from "node:crypto";
import type { Tx } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { hourOf, periodStarts } from "@/lib/ground/periods";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { handOver, signingKey, signText } from "./keys";
import { type MonthSum, OWED_ACCOUNTS } from "./rules";
import { type PublishedNight, type Statement, statementSchema } from "./schema";
import {
  appendEntries,
  countLeaves,
  insertNight,
  lockBooks,
  type NightRow,
  selectLastNight,
  selectMonths,
  selectNight,
  selectSettledEntry,
  withNodes,
} from "./store";
import { rootOf } from "./tree";

/** The local hour from which a night's books are published. */
const HOUR = 3;
/** How many entries are added in a statement. */
const BATCH = 20_000;
/** Where a copy of what was published last lies, outside the database: a restored dump is recognised by it. */
const LAST_PUBLISHED = "books/last-published";
const MOST_BYTES = 64_000;

type Context = Pick<PayoutContext, "db" | "payoutProviders"> & Pick<PhotoContext, "photos">;

/**
 * Publishes the books of the day from 03:00 local time, and the very first ones at once (firsts.md, Open kas): adds the
 * new ledger entries to the tree, asks the providers what they hold, and signs root, sums and balances. Of several
 * servers one publishes. Returns what it published; null where there was nothing to do.
 * @throws StoreUnavailable when it cannot be told whether the database was restored; the next run tries again
 */
export async function publishBooks(context: Context): Promise<PublishedNight | null> {
  const { db, photos } = context;
  const { timeZone } = env();
  const night = periodStarts(now(), timeZone).daily;
  const last = await selectLastNight(db);
  if (last !== null && (last.night >= night || now() < hourOf(night, HOUR, timeZone))) return null;
  const published = await photos.read(LAST_PUBLISHED, MOST_BYTES);
  let after: number | null = await selectSettledEntry(db);
  while (after !== null) after = await appendEntries(db, { after, most: BATCH, timeZone });
  const held = await askHeld(context);
  const row = await db.transaction(async (tx) => {
    await lockBooks(tx);
    if ((await selectNight(tx, night)) !== null) return null;
    const written = await writeNight(tx, { night, held, published: published && readText(published) });
    await insertNight(tx, written);
    return written;
  });
  if (row === null) return null;
  await photos.write(LAST_PUBLISHED, Buffer.from(row.statement), "application/json");
  return presentNight(row);
}

/** A published night as it is answered. */
export function presentNight({ statement, signature }: NightRow): PublishedNight {
  return { ...statementSchema.parse(JSON.parse(statement)), statement, signature };
}

type Text = { statement: Statement; text: string };

function readText(bytes: Buffer): Text {
  const text = bytes.toString();
  return { text, statement: statementSchema.parse(JSON.parse(text)) };
}

async function writeNight(
  tx: Tx,
  { night, held, published }: { night: string; held: Statement["held"]; published: Text | null },
): Promise<NightRow> {
  const last = await selectLastNight(tx);
  const key = await signingKey(tx);
  const size = await countLeaves(tx);
  const root = await withNodes(tx, (node) => rootOf(size, node));
  const months = await selectMonths(tx);
  const { appUrl, currency } = env();
  const at = now();
  const lost = published && (await isLost(tx, published)) ? published : null;
  const before = lost?.text ?? last?.statement ?? null;
  const keyBefore = last && presentNight(last).keyId;
  const statement = JSON.stringify({
    of: appUrl,
    night,
    at: at.toISOString(),
    currency,
    size,
    root: root.toString("hex"),
    previous: before === null ? null : hash("sha256", before, "hex"),
    restored: lost && { night: lost.statement.night, size: lost.statement.size, root: lost.statement.root },
    sums: sumsOf(months),
    madeUp: owedOf(months.filter(({ isMadeUp }) => isMadeUp)),
    owed: owedOf(months.filter(({ isMadeUp }) => !isMadeUp)),
    held,
    keyId: key.keyId,
    publicKey: key.publicKey,
    handover: keyBefore === null || keyBefore === key.keyId ? null : await handOver(tx, keyBefore, key),
  } satisfies Statement);
  return { night, size, root, statement, signature: signText(statement, key), publishedAt: at };
}

/** Whether a night was published that this database does not have: it was restored from an older dump. */
async function isLost(tx: Tx, { statement, text }: Text): Promise<boolean> {
  if (statement.of !== env().appUrl) return false;
  return (await selectNight(tx, statement.night))?.statement !== text;
}

/** As in the leaves, guests are donors: after a night with one donation their sum would tell which one it was. */
function sumsOf(months: readonly MonthSum[]): Statement["sums"] {
  const sums: Statement["sums"] = {};
  for (const { account, amount } of months) {
    const named = account === "guest" ? "donor" : account;
    sums[named] = (sums[named] ?? 0) + amount;
  }
  return sums;
}

function owedOf(months: readonly MonthSum[]): number {
  const owed: readonly string[] = OWED_ACCOUNTS;
  return months.filter(({ account }) => owed.includes(account)).reduce((sum, { amount }) => sum + amount, 0);
}

async function askHeld({ payoutProviders }: Context): Promise<Statement["held"]> {
  const providers = Object.values(payoutProviders).filter((each) => each !== null);
  return Promise.all(
    providers.map(async (each) => {
      const balance = await each.balance(null).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) return null;
        throw error;
      });
      const amount = balance && balance.available + balance.pending;
      return { provider: each.provider, amount, askedAt: now().toISOString() };
    }),
  );
}
