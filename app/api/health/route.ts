import { db } from "@/db/client";
import { databaseAnswers } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { latestWriteProblem } from "@/lib/server/write-check";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.health, async () => {
    const [answers, problem] = await Promise.all([databaseAnswers(db()), latestWriteProblem()]);
    if (!answers || problem !== null) throw new AppError("UNAVAILABLE");
    return { status: "ok" as const };
  }),
});
