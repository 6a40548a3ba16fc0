import { connect } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { plan } from "../tools/launcher/configuration";
import { LaunchProblem } from "../tools/launcher/problem";
import { withDatabase } from "../tools/launcher/with-database";

/**
 * `npm run db:seed`: adds demo people and requests to a database without people. Never beside real payment keys or on
 * a public origin.
 */
async function seed(url: string): Promise<void> {
  if (
    !plan({ ...process.env, DEMO_DATA: "on" }, { production: false }).demo &&
    !process.env.STRIPE_API_BASE
  ) {
    throw new LaunchProblem(
      "Demo people have a known password: not beside real payment keys or on a public origin.",
    );
  }
  await migrateDatabase(url);
  const { db, close } = connect(url, { max: 1 });
  const added = await seedIfEmpty(db, createPhotoStore(env())).finally(close);
  console.log(
    added ? "Demo people and requests were added." : "There are people already: nothing was added.",
  );
}

await withDatabase(seed);
