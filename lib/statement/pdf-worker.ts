import { parentPort, workerData } from "node:worker_threads";
import { mailTexts } from "@/lib/delivery/translator";
import type { YearStatement } from "@/lib/domain/payouts/year-statement";
import type { Locale } from "@/lib/ground/vocabulary";
import { statementPdf } from "./pdf";
import { type Poster, posterPdf } from "./poster";

/** What a thread is started with. */
export type PdfOrder = { locale: Locale; at: Date } & (
  | { statement: YearStatement; person: { name: string; username: string } }
  | { poster: Poster }
);

const order = workerData as PdfOrder;
const texts = await mailTexts(order.locale);
const pdf =
  "poster" in order
    ? await posterPdf(order.poster, { ...order, texts })
    : await statementPdf(order.statement, { ...order, texts });
parentPort?.postMessage(pdf);
