import { db } from "@/db/client";
import { hasSchema } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { isStopping } from "@/lib/server/shutdown";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.ready, async () => {
    if (isStopping() || !(await hasSchema(db()))) throw new AppError("UNAVAILABLE");
    return { status: "ready" as const };
  }),
});
