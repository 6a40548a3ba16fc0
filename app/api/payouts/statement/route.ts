import { db } from "@/db/client";
import { mailTexts } from "@/lib/delivery/translator";
import { receivedByDay } from "@/lib/domain/gift-meter/meter";
import { yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { statementCsv } from "@/lib/statement/csv";
import { makePdf } from "@/lib/statement/make-pdf";
import { fileNameOf } from "@/lib/statement/words";
import { contract } from "@/lib/web/contract";
import { endpoints, file, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.payoutStatement, async ({ viewer, query: { year, format } }) => {
    const { id, name, username, preferredLanguage: locale } = viewer;
    const texts = await mailTexts(locale);
    const fileName = fileNameOf(texts, year);
    const read = () => yearStatementOf(db(), id, year);
    if (format === "csv") {
      const { currency, timeZone } = env();
      const csv = statementCsv(await read(), { texts, currency, timeZone });
      return file(csv, `${fileName}.csv`, "text/csv; charset=utf-8");
    }
    const pdf = await makePdf(id, async () => ({
      statement: await read(),
      locale,
      person: { name, username },
      counted: await receivedByDay(db(), viewer, year),
      at: now(),
    }));
    return file(pdf, `${fileName}.pdf`, "application/pdf");
  }),
});
