import { migrateDatabase } from "@/db/migrate";
import { withDatabase } from "../tools/launcher/with-database";

/** `npm run db:migrate`: brings the database to the current schema. */
await withDatabase(migrateDatabase);
console.log("The database has the current schema.");
