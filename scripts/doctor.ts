import type { Disagreement } from "@/db/checks";
import { closeDb } from "@/db/client";
import { examine } from "@/lib/server/examine";
import { withDatabase } from "../tools/launcher/with-database";
import { explain } from "./admin/explain";

/**
 * `npm run doctor`: examines everything (`lib/server/examine.ts`) and says what disagrees, changing nothing; `--json`
 * for machines. Exits 0 when all agrees, 1 when something does not, 2 when it could not compare, also with one provider
 * only. What is only worth checking changes no exit code.
 */
const json = process.argv.includes("--json");

async function report(): Promise<void> {
  const { found, concerns, unasked } = await examine().finally(closeDb);
  if (json) {
    const warnings = concerns.map((concern) => ({ ...concern, isWarning: true }));
    console.log(JSON.stringify([...found, ...unasked, ...warnings], null, 2));
  } else {
    if (found.length + unasked.length === 0) console.log("The books agree.");
    show("Not so", [...found, ...unasked]);
    if (unasked.length > 0) console.log("It could not look: what is named above was not compared.");
    show("Worth a look", concerns);
  }
  process.exitCode = found.length > 0 ? 1 : unasked.length > 0 ? 2 : 0;
}

function show(heading: string, found: readonly Disagreement[]): void {
  for (const { check, rows } of found) {
    console.log(`${heading}: ${check}`);
    for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
  }
}

try {
  await withDatabase(report, { existing: true });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
