import { db } from "@/db/client";
import { hasSchema } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { isStopping } from "@/lib/server/shutdown";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

/** Not ready is a server that is being stopped, or whose schema is missing. An outage of the database is neither. */
async function takesRequests(): Promise<boolean> {
  return !isStopping() && (await hasSchema(db())) !== false;
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.ready, async () => {
    if (!(await takesRequests())) throw new AppError("UNAVAILABLE");
    return { status: "ready" as const };
  }),
});
