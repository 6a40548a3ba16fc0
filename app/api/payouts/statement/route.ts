import { db } from "@/db/client";
import { yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { mailTexts } from "@/lib/mail/translator";
import { statementCsv } from "@/lib/statement/csv";
import { statementPdf } from "@/lib/statement/pdf";
import { fileNameOf } from "@/lib/statement/words";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.payoutStatement, async ({ viewer, query: { year, format } }) => {
    const [statement, texts] = await Promise.all([
      yearStatementOf(db(), viewer.id, year),
      mailTexts(viewer.preferredLanguage),
    ]);
    const { currency, timeZone } = env();
    const name = fileNameOf(texts, year);
    if (format === "csv") {
      return file(
        statementCsv(statement, { texts, currency, timeZone }),
        `${name}.csv`,
        "text/csv; charset=utf-8",
      );
    }
    const pdf = await statementPdf(statement, { texts, person: viewer, at: now() });
    return file(new Uint8Array(pdf), `${name}.pdf`, "application/pdf");
  }),
});

function file(content: BodyInit, name: string, type: string): Response {
  return new Response(content, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
