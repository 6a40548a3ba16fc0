import "server-only";
import { type Disagreement, findConcerns, findDisagreements, findMissedDeadlines } from "@/db/checks";
import { db } from "@/db/client";
import { findReplicaProblems } from "@/db/replica-checks";
import {
  type ProviderFindings as Findings,
  findProviderProblems,
} from "@/lib/domain/operator/provider-checks";
import { now } from "@/lib/ground/clock";
import { env, isLoopback } from "@/lib/ground/env";
import { findDnsProblems, senderDomain } from "@/lib/providers/mail/dns";
import { payments } from "@/lib/web/payments";

/**
 * Everything that `npm run doctor` and the nightly check examine: the books, the providers' balances, the replica, and
 * the DNS records of the sender. Changes nothing in the books.
 */
export async function examine(): Promise<Findings> {
  const parts = await Promise.all([
    recompute(),
    findProviderProblems(payments(() => undefined)),
    askReplica(),
    lookUpDns(),
    findNameless(),
  ]);
  return {
    found: parts.flatMap(({ found }) => found),
    concerns: parts.flatMap(({ concerns }) => concerns),
  };
}

/** The books, from one snapshot. */
function recompute(): Promise<Findings> {
  return db().transaction(
    async (tx) => ({
      found: [...(await findDisagreements(tx, env().timeZone)), ...(await findMissedDeadlines(tx, now()))],
      concerns: await findConcerns(tx, now()),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function askReplica(): Promise<Findings> {
  const { databaseReadUrl } = env();
  const concerns = databaseReadUrl === null ? [] : await findReplicaProblems(db(), databaseReadUrl);
  return { found: [], concerns };
}

/** The DNS records that other mail servers look up; none for mail that stays on this machine. */
async function lookUpDns(): Promise<Findings> {
  const { mail, dkimSelector } = env();
  if (mail === null || isLoopback(mail.smtpUrl)) return { found: [], concerns: [] };
  const rows = await findDnsProblems(senderDomain(mail.from), dkimSelector);
  const concerns: Disagreement[] = rows.length === 0 ? [] : [{ check: "DNS records that mail needs", rows }];
  return { found: [], concerns };
}

/** Receipts name the operator, once real money moves. */
function findNameless(): Findings {
  const { operator, card, wallet } = env();
  const isReal = [card, wallet].some(
    (keys) => keys !== null && (keys.apiBase === null || !isLoopback(keys.apiBase)),
  );
  const check = "receipts without the operator's name and address";
  const concerns = [{ check, rows: [{ unset: "OPERATOR_NAME, OPERATOR_ADDRESS" }] }];
  return { found: [], concerns: operator === null && isReal ? concerns : [] };
}
