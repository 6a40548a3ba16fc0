import { hash } from "node:crypto";
import type { Tx } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { env } from "@/lib/ground/env";
import { hourOf, periodStarts } from "@/lib/ground/periods";
import { handOver, signingKey, signText } from "./keys";
import { type Copy, catchUp, isLost, readCopy, writeCopy } from "./last-published";
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
  selectSettledEntry,
  withNodes,
} from "./store";
import { rootOf } from "./tree";

/** The local hour from which a night's books are published. */
const PUBLISHING_HOUR = 3;
/** How many entries are added in a statement. */
const BATCH = 20_000;

type Context = Pick<PayoutContext, "db" | "payoutProviders"> & Pick<PhotoContext, "photos">;

/**
 * Publishes the books of the day from 03:00 local time, and the very first ones at once (firsts.md, Open kas): adds the
 * new ledger entries to the tree, asks the providers what they hold, and signs root, sums and balances. Of several
 * servers one publishes. `at` is the database's time: a server whose clock is ahead would sign nights to come. Returns
 * what it published; null where there was nothing to do.
 * @throws StoreUnavailable when it is unknown whether the database was restored; the next run tries again
 */
export async function publishBooks(context: Context, at: Date): Promise<PublishedNight | null> {
  const { db } = context;
  const { timeZone } = env();
  const night = periodStarts(at, timeZone).daily;
  const last = await selectLastNight(db);
  if (last !== null && (last.night >= night || at < hourOf(night, PUBLISHING_HOUR, timeZone))) {
    await catchUp(context, last);
    return null;
  }
  const copy = await readCopy(context);
  let after: number | null = await selectSettledEntry(db);
  while (after !== null) after = await appendEntries(db, { after, most: BATCH, timeZone });
  const held = await askHeld(context, at);
  const row = await db.transaction(async (tx) => {
    await lockBooks(tx);
    const newest = await selectLastNight(tx);
    if (newest !== null && newest.night >= night) return null;
    // A damaged copy is ignored; `doctor` reports it.
    const written = await writeNight(tx, {
      night,
      at,
      held,
      last: newest,
      copy: copy === "damaged" ? null : copy,
    });
    await insertNight(tx, written);
    return written;
  });
  if (row === null) return null;
  await writeCopy(context, row);
  return presentNight(row);
}

/** A published night as it is answered. */
export function presentNight({ statement, signature }: NightRow): PublishedNight {
  return { ...statementSchema.parse(JSON.parse(statement)), statement, signature };
}

type Wanted = {
  night: string;
  at: Date;
  held: Statement["held"];
  last: NightRow | null;
  copy: Copy | null;
};

async function writeNight(tx: Tx, { night, at, held, last, copy }: Wanted): Promise<NightRow> {
  const key = await signingKey(tx);
  const size = await countLeaves(tx);
  const root = await withNodes(tx, (node) => rootOf(size, node));
  const months = await selectMonths(tx);
  const { appUrl, currency } = env();
  const lost = copy && (await isLost(tx, copy)) ? copy : null;
  const before = (lost ?? last)?.statement ?? null;
  const keyBefore = last && presentNight(last).keyId;
  const statement = JSON.stringify({
    of: appUrl,
    night,
    at: at.toISOString(),
    currency,
    size,
    root: root.toString("hex"),
    previous: before === null ? null : hash("sha256", before, "hex"),
    restored: lost && { night: lost.said.night, size: lost.said.size, root: lost.said.root },
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

/** The platform's balance at each provider. Whatever keeps one from being read, the books are published without it. */
async function askHeld({ payoutProviders }: Context, askedAt: Date): Promise<Statement["held"]> {
  const providers = Object.values(payoutProviders).filter((each) => each !== null);
  return Promise.all(
    providers.map(async (each) => {
      const balance = await each.balance(null).catch(() => null);
      const amount = balance && balance.available + balance.pending;
      return { provider: each.provider, amount, askedAt: askedAt.toISOString() };
    }),
  );
}
