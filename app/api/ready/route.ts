import { db } from "@/db/client";
import { hasSchema } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { isStopping } from "@/lib/server/shutdown";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

/** A database with this build's schema keeps it: it is asked until it has it. */
let isMigrated = false;

/** Not ready is a server that is being stopped, or whose schema is missing. An outage of the database is neither. */
async function takesRequests(): Promise<boolean> {
  if (isStopping()) return false;
  const answer = isMigrated || (await hasSchema(db()));
  isMigrated ||= answer === true;
  return answer !== false;
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.ready, async () => {
    if (!(await takesRequests())) throw new AppError("UNAVAILABLE");
    return { status: "ready" as const };
  }),
});
