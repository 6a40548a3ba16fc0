import { closeDb } from "@/db/client";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { payments } from "@/lib/web/payments";

/**
 * `npm run reconcile`: asks the providers about everything unfinished and prints what came of it (D28). Exits 1 if a
 * look-up failed.
 */
let failed = false;
const result = await reconcile(payments(), (subject, error) => {
  failed = true;
  console.error(`${subject}: ${error instanceof Error ? error.message : error}`);
});
console.log(JSON.stringify(result));
await closeDb();
process.exitCode = failed ? 1 : 0;
