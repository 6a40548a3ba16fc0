import "server-only";
import { v7 } from "uuid";
import { type Disagreement, findConcerns, findDisagreements, findMissedDeadlines } from "@/db/checks";
import { db } from "@/db/client";
import {
  databaseTime,
  findRefusedSources,
  findReplicaProblems,
  findWriteProblems,
} from "@/db/surroundings-checks";
import { findBookProblems } from "@/lib/domain/open-books/examine";
import {
  type ProviderFindings as Findings,
  findProviderProblems,
} from "@/lib/domain/operator/provider-checks";
import { now } from "@/lib/ground/clock";
import { env, isLoopback } from "@/lib/ground/env";
import { PAYPAL_API } from "@/lib/providers/paypal/client";
import { StoreUnavailable } from "@/lib/providers/photo-store";
import { findDnsProblems, senderDomain } from "@/lib/providers/smtp/dns";
import { mailServerProblem } from "@/lib/providers/smtp/transport";
import { STRIPE_API } from "@/lib/providers/stripe/client";
import { unfilledTexts } from "@/lib/web/operator-texts";
import { payments } from "@/lib/web/payments";
import { photos } from "@/lib/web/photos";

/** How long a server may take to tell its time, in milliseconds. */
const PATIENCE_MS = 5_000;
/** By how much two clocks may differ, in seconds. Providers sign events for five minutes. */
const CLOCKS_DIFFER = 60;

/**
 * Everything that `npm run doctor` and the nightly check examine: the books, the providers, whether the database, the
 * photo store and the mail server do what they are for, refused events, clocks, the replica, and the DNS records of the
 * sender. Leaves the books as they are.
 */
export async function examine(): Promise<Findings> {
  const [books, providers, found, concerns] = await Promise.all([
    recompute(),
    findProviderProblems(payments(() => undefined)),
    Promise.all([
      findWriteProblems(db()),
      findBookProblems(photos()),
      tryPhotos(),
      tryMail(),
      compareClocks(),
    ]),
    Promise.all([findRefusedSources(db()), askReplica(), lookUpDns(), findNameless()]),
  ]);
  return {
    found: [...books.found, ...providers.found, ...found.flat()],
    concerns: [...books.concerns, ...providers.concerns, ...concerns.flat()],
    unasked: providers.unasked,
  };
}

/** The books, from one snapshot. */
function recompute() {
  return db().transaction(
    async (tx) => ({
      found: [...(await findDisagreements(tx, env().timeZone)), ...(await findMissedDeadlines(tx, now()))],
      concerns: await findConcerns(tx, now()),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Photos, and the copy of the published books, lie in folders for which a bucket's policy can differ. */
async function tryPhotos(): Promise<Disagreement[]> {
  const problems = await Promise.all(["photos", "books"].map(tryFolder));
  const rows = [...new Set(problems)].filter((problem) => problem !== null).map((problem) => ({ problem }));
  return rows.length === 0 ? [] : [{ check: "photos can be stored, read and removed", rows }];
}

/** Stores a small object under a name of its own, reads it and removes it. What is wrong with that; null if nothing. */
async function tryFolder(folder: string): Promise<string | null> {
  const { photos: store } = photos();
  const key = `${folder}/${v7()}/doctor`;
  const bytes = Buffer.from(key);
  try {
    await store.write(key, bytes, "text/plain");
    const read = await store.read(key, bytes.byteLength);
    await store.remove([key]);
    return read?.equals(bytes) ? null : "what was stored is not what is read";
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

async function tryMail(): Promise<Disagreement[]> {
  const { mail } = env();
  const problem = mail && (await mailServerProblem(mail.smtpUrl));
  return problem === null ? [] : [{ check: "the mail server accepts us", rows: [{ problem }] }];
}

/** Whether this machine's clock is that of the database and of the providers, whose events it would refuse. */
async function compareClocks(): Promise<Disagreement[]> {
  const { card, wallet } = env();
  const clocks: [string, Promise<Date | null>][] = [["the database", databaseTime(db())]];
  if (card) clocks.push(["stripe", timeAt(card.apiBase ?? STRIPE_API)]);
  if (wallet) clocks.push(["paypal", timeAt(wallet.apiBase ?? PAYPAL_API)]);
  const rows = await Promise.all(
    clocks.map(async ([clock, asked]) => {
      const at = await asked;
      const seconds = at === null ? 0 : Math.round((now().getTime() - at.getTime()) / 1_000);
      return Math.abs(seconds) > CLOCKS_DIFFER ? [{ clock, ahead_by_seconds: seconds }] : [];
    }),
  );
  const off = rows.flat();
  return off.length === 0 ? [] : [{ check: "this machine's clock is right", rows: off }];
}

async function askReplica(): Promise<Disagreement[]> {
  const { databaseReadUrl } = env();
  return databaseReadUrl === null ? [] : findReplicaProblems(db(), databaseReadUrl);
}

/** The DNS records that other mail servers look up; none for mail that stays on this machine. */
async function lookUpDns(): Promise<Disagreement[]> {
  const { mail, dkimSelector } = env();
  if (mail === null || isLoopback(mail.smtpUrl)) return [];
  const rows = await findDnsProblems(senderDomain(mail.from), dkimSelector);
  return rows.length === 0 ? [] : [{ check: "DNS records that mail needs", rows }];
}

/** Receipts name the operator, and the operator's texts say what only they can, once real money moves. */
async function findNameless(): Promise<Disagreement[]> {
  const { operator, card, wallet } = env();
  const isReal = [card, wallet].some(
    (keys) => keys !== null && (keys.apiBase === null || !isLoopback(keys.apiBase)),
  );
  if (!isReal) return [];
  const nameless = { check: "receipts without the operator's name and address" };
  const texts = await unfilledTexts();
  return [
    ...(operator === null ? [{ ...nameless, rows: [{ unset: "OPERATOR_NAME, OPERATOR_ADDRESS" }] }] : []),
    ...(texts.length > 0 ? [{ check: "texts that the operator has not filled in", rows: texts }] : []),
  ];
}

/** The time of a server by its header `Date` (RFC 9110), to the second; null if it does not say. Never throws. */
async function timeAt(address: string): Promise<Date | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { headers } = await fetch(address, { method: "HEAD", redirect: "manual", signal });
    const date = new Date(headers.get("date") ?? "");
    return Number.isNaN(date.getTime()) ? null : date;
  } catch {
    return null;
  }
}
