import { parseArgs } from "node:util";
import { closeDb } from "@/db/client";
import { ADOPTED_DAYS, adopt } from "@/lib/domain/settlement/adopt";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { now } from "@/lib/ground/clock";
import { payments } from "@/lib/web/payments";

/**
 * `npm run reconcile`: books what the providers have since a day (`--since=2026-11-01`, else of 90 days) and the books
 * do not, as after a restore; then asks about everything unfinished and prints what came of it (D28). What was paid for
 * something that is lost with the database goes back with `--refund-lost`. Exits 1 if something is left or a look-up
 * failed.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { since: { type: "string" }, "refund-lost": { type: "boolean" } },
});
const since =
  values.since === undefined ? new Date(now().getTime() - ADOPTED_DAYS * 86_400_000) : new Date(values.since);
if (Number.isNaN(since.getTime())) throw new Error(`--since is no day: ${values.since}`);
let failed = false;
const context = payments();
const onError = (subject: string, error: unknown) => {
  failed = true;
  console.error(`${subject}: ${error instanceof Error ? error.message : error}`);
};
const wanted = { since, refundLost: values["refund-lost"] === true };
const { adopted, left } = await adopt(context, wanted).catch((error: unknown) => {
  onError("what the providers have", error);
  return { adopted: {}, left: [] };
});
for (const { kind, id, why } of left) console.error(`${kind} ${id}: ${why}`);
const result = await reconcile(context, onError);
console.log(JSON.stringify({ ...result, adopted }));
await closeDb();
process.exitCode = failed || left.length > 0 ? 1 : 0;
