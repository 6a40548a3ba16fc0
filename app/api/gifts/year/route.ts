import { db } from "@/db/client";
import { mailTexts } from "@/lib/delivery/translator";
import { findYearGiven, listGivenIn } from "@/lib/domain/given/given";
import { env } from "@/lib/ground/env";
import { givenCsv } from "@/lib/statement/given-csv";
import { givenFileOf } from "@/lib/statement/words";
import { drawYear } from "@/lib/statement/year-picture";
import { contract } from "@/lib/web/contract";
import { endpoints, file, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.givenYear, async ({ viewer, query: { year, format } }) => {
    const texts = await mailTexts(viewer.preferredLanguage);
    const name = givenFileOf(texts, { year, format });
    if (format === "jpg") {
      return file(await drawYear(await findYearGiven(db(), viewer.id, year), texts), name, "image/jpeg");
    }
    const { currency, timeZone } = env();
    const donations = await listGivenIn(db(), viewer.id, year);
    return file(givenCsv(donations, { texts, currency, timeZone }), name, "text/csv; charset=utf-8");
  }),
});
