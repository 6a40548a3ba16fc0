import { migrateDatabase } from "@/db/migrate";
import { fail } from "../tools/launcher/problem";
import { withDatabase } from "../tools/launcher/with-database";

/** `npm run db:migrate`: brings the database to the current schema. */
await withDatabase(migrateDatabase).catch(fail);
console.log("The database has the current schema.");
