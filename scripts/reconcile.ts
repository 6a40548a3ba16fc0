import { parseArgs } from "node:util";
import { closeDb } from "@/db/client";
import { ADOPTED_DAYS, adopt, refundLost } from "@/lib/domain/settlement/adopt";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { now } from "@/lib/ground/clock";
import { payments } from "@/lib/web/payments";
import { confirm } from "./admin/confirm";
import { money } from "./admin/show";

/**
 * `npm run reconcile`: books what the providers have since a day (`--since=2026-11-01`, else of 90 days) and the books
 * do not, as after a restore; then asks about everything unfinished and prints the result (D28). What was paid for
 * something that is lost with the database goes back with `--refund-lost`, after a question or with `--yes`. Exits 1 if
 * something is left or a look-up failed.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { since: { type: "string" }, "refund-lost": { type: "boolean" }, yes: { type: "boolean" } },
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
const { adopted, left, lost } = await adopt(context, since).catch((error: unknown) => {
  onError("what the providers have", error);
  return { adopted: {}, left: [], lost: [] };
});
for (const { kind, id, why } of left) console.error(`${kind} ${id}: ${why}`);
let refunded = 0;
if (lost.length > 0 && (await mayRefund())) {
  for (const each of lost) {
    await refundLost(context, each).then(
      () => (refunded += 1),
      (error: unknown) => onError(`payment ${each.id}`, error),
    );
  }
} else {
  for (const { id } of lost)
    console.error(`payment ${id}: what it was for is lost: --refund-lost gives it back`);
}
const result = await reconcile(context, onError);
console.log(JSON.stringify({ ...result, adopted, refunded }));
await closeDb();
process.exitCode = failed || left.length > 0 || refunded < lost.length ? 1 : 0;

/** Says how many payments and how much goes back, before it does. */
async function mayRefund(): Promise<boolean> {
  if (values["refund-lost"] !== true) return false;
  const sums = new Map<string, number>();
  for (const { amount, currency } of lost) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const total = [...sums].map(([currency, cents]) => money(cents, currency)).join(", ");
  const found = `Payments for what these books do not have: ${lost.length}, together ${total}. They may be another deployment's on the same provider account.`;
  console.error(found);
  return values.yes === true || confirm("Give all of them back to their payers?");
}
