import { type Disagreement, findConcerns, findDisagreements } from "@/db/checks";
import { closeDb, db } from "@/db/client";
import { findReplicaProblems } from "@/db/replica-checks";
import { findProviderProblems, type ProviderFindings } from "@/lib/domain/operator/provider-checks";
import { now } from "@/lib/ground/clock";
import { env, isLoopback } from "@/lib/ground/env";
import { findDnsProblems, senderDomain } from "@/lib/providers/mail/dns";
import { payments } from "@/lib/web/payments";
import { withDatabase } from "../tools/launcher/with-database";
import { explain } from "./admin/explain";

/**
 * `npm run doctor`: recomputes the books and says what disagrees, changing nothing (the database itself sees to
 * that), compares them with the balances at the providers of payouts, asks the replica whether it keeps up, and looks
 * up the DNS records of the sender; `--json` for machines. Exits 0 when all agrees, 1 when something does not, 2 when
 * it could not look. What is only worth a look changes no exit code.
 */
const json = process.argv.includes("--json");

async function examine(): Promise<void> {
  const [inDatabase, atProviders, atReplica, inDns] = await Promise.all([
    recompute(),
    findProviderProblems(payments(() => undefined)),
    askReplica(),
    lookUpDns(),
  ]).finally(closeDb);
  const found = [...inDatabase.found, ...atProviders.found];
  const concerns = [...inDatabase.concerns, ...atProviders.concerns, ...atReplica, ...inDns];
  if (json) {
    const warnings = concerns.map((concern) => ({ ...concern, isWarning: true }));
    console.log(JSON.stringify([...found, ...warnings], null, 2));
  } else {
    if (found.length === 0) console.log("The books agree.");
    show("Not so", found);
    show("Worth a look", concerns);
  }
  process.exitCode = found.length > 0 ? 1 : 0;
}

/** The books, from one snapshot. */
function recompute(): Promise<ProviderFindings> {
  return db().transaction(
    async (tx) => ({
      found: await findDisagreements(tx, env().timeZone),
      concerns: await findConcerns(tx, now()),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
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

function show(heading: string, found: readonly Disagreement[]): void {
  for (const { check, rows } of found) {
    console.log(`${heading}: ${check}`);
    for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
  }
}

try {
  await withDatabase(examine, { existing: true });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
