import "server-only";
import { db } from "@/db/client";
import { listDemoPeople } from "@/lib/domain/users/queries";
import { env } from "@/lib/ground/env";
import { log } from "./log";

/** Says in one line at the start that there are demo people who cannot sign in here (D41). */
export async function noteDemoPeople(): Promise<void> {
  if (env().demoLogins) return;
  try {
    const { length: people } = await listDemoPeople(db());
    if (people === 0) return;
    log.warn(
      { people },
      "demo people cannot sign in here, as the origin is public or a provider real; `npm run admin -- remove-demo` removes them",
    );
  } catch {
    // The database is away: what needs it says so.
  }
}
