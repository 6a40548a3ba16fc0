import "server-only";
import { db } from "@/db/client";
import { selectDemoPeople } from "@/lib/domain/users/store";
import { env } from "@/lib/env";
import { log } from "./log";

/** Says in one line at the start that there are demo people who cannot sign in here (D41). */
export async function noteDemoPeople(): Promise<void> {
  if (env().demoLogins) return;
  try {
    const { length: people } = await selectDemoPeople(db());
    if (people > 0) log.warn({ people }, NOTE);
  } catch {
    // The database is away: what needs it says so.
  }
}

const NOTE =
  "Demo people cannot sign in: the origin is public or a payment provider is real. npm run admin -- remove-demo removes them.";
