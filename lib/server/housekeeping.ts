import { DAY, MINUTE } from "@/lib/ground/durations";
import "server-only";
import { once } from "node:events";
import { v7 } from "uuid";
import { type Db, db } from "@/db/client";
import { databaseTime } from "@/db/surroundings-checks";
import { releaseUsernames } from "@/lib/domain/accounts/held-usernames-store";
import { forgetOldLinks } from "@/lib/domain/accounts/links";
import { writeYearStatements } from "@/lib/domain/donations/write-year-statements";
import { forgetWords } from "@/lib/domain/finding/forget-words";
import { watchMeters } from "@/lib/domain/gift-meter/watch-meters";
import { forgetOldGuests } from "@/lib/domain/guests/forget-store";
import { forgetEndedPeriods } from "@/lib/domain/leaderboard/forget-ended-periods";
import { forgetOldMails } from "@/lib/domain/messages/outbox";
import { writeDigests } from "@/lib/domain/messages/write-digests";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { keepDecisions } from "@/lib/domain/operator/decide";
import { finishApproved } from "@/lib/domain/operator/deeds";
import { checkNightly } from "@/lib/domain/operator/nightly-check";
import { deleteAttemptsBefore } from "@/lib/domain/payments/card-attempts-store";
import { ATTEMPT_RETENTION } from "@/lib/domain/payments/card-testing";
import { hashOldPhotos } from "@/lib/domain/photos/hash-old-photos";
import { sweepPhotos } from "@/lib/domain/photos/sweep-photos";
import { askForProof } from "@/lib/domain/posts/ask-for-proof";
import { forgetOldReporters } from "@/lib/domain/safety/queries";
import { forgetOldBrowsers } from "@/lib/domain/safety/review";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { now } from "@/lib/ground/clock";
import { underRequestId } from "@/lib/ground/request-context";
import { count, inSpan } from "@/lib/ground/spans";
import { deleteClaimsBefore } from "@/lib/web/idempotency/store";
import { payments } from "@/lib/web/payments";
import { photos } from "@/lib/web/photos";
import { examine } from "./examine";
import { log } from "./log";

const EVERY_MS = 3 * MINUTE;
const KEYS_KEPT_MS = DAY;

/** What runs now, by its name, and the signal that ends it early. */
const running = new Map<string, Promise<void>>();
const stopping = new AbortController();
const stopped = once(stopping.signal, "abort").then(() => null);

/** The periodic tasks of every server, by their name in the log. Safe with several servers. */
const TASKS: Record<string, (db: Db) => Promise<unknown>> = {
  payments: reconcileAll,
  usernames: (db) => releaseUsernames(db, now()),
  "card attempts": (db) => deleteAttemptsBefore(db, new Date(now().getTime() - ATTEMPT_RETENTION)),
  "idempotency keys": (db) => deleteClaimsBefore(db, new Date(now().getTime() - KEYS_KEPT_MS)),
  approvals: finishAll,
  decisions: keepDecisions,
  reporters: forgetOldReporters,
  guests: forgetOldGuests,
  browsers: forgetOldBrowsers,
  links: forgetOldLinks,
  mails: forgetOldMails,
  digests: writeDigests,
  proofs: askForProof,
  "year statements": writeYearStatements,
  photos: sweepAll,
  "photo hashes": () => hashOldPhotos(photos()),
  "ended periods": forgetEndedPeriods,
  words: forgetWords,
  "gift meters": watchMeters,
};

/** Runs every task, one after the other. */
async function runTasks(): Promise<void> {
  for (const [task, run] of Object.entries(TASKS)) {
    if (stopping.signal.aborted) return;
    await runTask(task, run);
  }
}

/** A failure does not stop the others. */
async function runTask(task: string, run: (db: Db) => Promise<unknown>): Promise<void> {
  await run(db()).catch((error: unknown) => log.error({ chore: task, err: error }, "housekeeping failed"));
}

/** Does what a second operator allowed and an ended process left. */
async function finishAll(): Promise<void> {
  await finishApproved(payments(), (id, error) =>
    log.warn({ subject: `approval ${id}`, err: error }, "what was allowed failed"),
  );
}

/** Asks the providers about unfinished payments (D28). */
async function reconcileAll(): Promise<void> {
  const onError = (subject: string, error: unknown) =>
    log.warn({ subject, err: error }, "reconciliation failed");
  const result = await reconcile(payments(), onError, stopping.signal);
  if (result.checked > 0) log.info(result, "reconciled");
  for (const [outcome, times] of Object.entries(result.outcomes)) {
    count("steuntje.reconciled", { outcome }, times);
  }
}

/** Examines everything once a night, for the operator. It only reads, so a server that stops leaves it to another. */
async function checkTonight(db: Db): Promise<void> {
  const findings = await Promise.race([checkNightly(db, examine), stopped]);
  if (findings) log.info({ findings: findings.length }, "nightly check");
}

/** Publishes the books of the night, whether or not the check found something. */
async function publishTonight(db: Db): Promise<void> {
  const published = await publishBooks({ ...payments(), ...photos() }, await databaseTime(db));
  if (published) log.info({ entries: published.size }, "books published");
}

/** Removes photos that nothing refers to. */
async function sweepAll(): Promise<void> {
  const swept = await sweepPhotos(photos());
  if (swept.removed + swept.cleared > 0) log.info(swept, "photos swept");
}

/** Begins a run, unless the one before of that name still runs. */
function begin(name: string, run: () => Promise<void>): void {
  if (running.has(name)) return;
  const begun = underRequestId(v7(), () => inSpan(name, {}, run));
  running.set(
    name,
    begun.finally(() => running.delete(name)),
  );
}

/**
 * Runs the tasks every few minutes for as long as the process lives, and beside them the nightly check, which takes
 * long.
 */
export function startHousekeeping(): void {
  const timer = setInterval(() => {
    begin("housekeeping", runTasks);
    begin("nightly check", async () => {
      await runTask("nightly check", checkTonight);
      if (!stopping.signal.aborted) await runTask("open books", publishTonight);
    });
  }, EVERY_MS);
  timer.unref();
  stopping.signal.addEventListener("abort", () => clearInterval(timer));
}

/** Starts nothing new, and waits for what runs. */
export async function stopHousekeeping(): Promise<void> {
  stopping.abort();
  await Promise.all(running.values());
}
