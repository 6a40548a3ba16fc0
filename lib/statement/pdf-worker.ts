import { parentPort, workerData } from "node:worker_threads";
import { mailTexts } from "@/lib/delivery/translator";
import type { YearStatement } from "@/lib/domain/payouts/year-statement";
import type { Locale } from "@/lib/ground/vocabulary";
import { statementPdf } from "./pdf";

/** What a thread is started with. */
export type PdfOrder = {
  statement: YearStatement;
  locale: Locale;
  person: { name: string; username: string };
  at: Date;
};

const { statement, locale, person, at } = workerData as PdfOrder;
const pdf = await statementPdf(statement, { texts: await mailTexts(locale), person, at });
parentPort?.postMessage(pdf);
