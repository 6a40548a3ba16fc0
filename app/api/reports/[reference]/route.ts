import { db } from "@/db/client";
import { readReport } from "@/lib/domain/safety/queries";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.readReport, async ({ viewer, params, query }) => {
    const report = await readReport(db(), viewer, { reference: params.reference, token: query.token });
    if (!report) throw new AppError("NOT_FOUND");
    return report;
  }),
});
