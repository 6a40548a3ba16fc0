import { findDisagreements } from "@/db/checks";
import { closeDb, db } from "@/db/client";
import { env } from "@/lib/env";
import { explain } from "./admin/explain";
import { withDatabase } from "./launcher/with-database";

/**
 * `npm run doctor`: recomputes the books and says what disagrees, changing nothing (the database itself sees to that); `--json` for machines.
 * Exits 0 when all agrees, 1 when something does not, 2 when it could not look.
 */
const json = process.argv.includes("--json");

async function examine(): Promise<void> {
  const look = db().transaction((tx) => findDisagreements(tx, env().timeZone), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  const found = await look.finally(closeDb);
  if (json) console.log(JSON.stringify(found, null, 2));
  else if (found.length === 0) console.log("The books agree.");
  for (const { check, rows } of json ? [] : found) {
    console.log(`Not so: ${check}`);
    for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
  }
  process.exitCode = found.length > 0 ? 1 : 0;
}

try {
  await withDatabase(examine, { existing: true });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
