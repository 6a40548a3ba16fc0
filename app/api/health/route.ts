import { db } from "@/db/client";
import { databaseAnswers } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.health, async () => {
    if (!(await databaseAnswers(db()))) throw new AppError("UNAVAILABLE");
    return { status: "ok" as const };
  }),
});
