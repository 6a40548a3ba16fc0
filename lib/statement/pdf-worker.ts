import { parentPort } from "node:worker_threads";
import { mailTexts } from "@/lib/delivery/translator";
import type { ShownDonation } from "@/lib/domain/given/schema";
import type { YearStatement } from "@/lib/domain/payouts/year-statement";
import type { Locale } from "@/lib/ground/vocabulary";
import { type Counted, statementPdf } from "./pdf";
import { type Poster, posterPdf } from "./poster";
import { receiptPdf } from "./receipt";

/** What a thread is asked for. */
export type PdfOrder = { locale: Locale; at: Date } & (
  | { statement: YearStatement; person: { name: string; username: string }; counted: Counted | null }
  | { receipt: ShownDonation; person: { name: string; username: string }; night: string | null }
  | { poster: Poster }
);

// An error is an answer too: Next.js decides what becomes of a rejection in its threads.
parentPort?.on("message", async (order: PdfOrder) => {
  parentPort?.postMessage(await draw(order).catch((error: unknown) => new Error("no PDF", { cause: error })));
});

async function draw(order: PdfOrder): Promise<Buffer> {
  const texts = await mailTexts(order.locale);
  if ("poster" in order) return posterPdf(order.poster, { ...order, texts });
  if ("receipt" in order) return receiptPdf(order.receipt, { ...order, texts });
  return statementPdf(order.statement, { ...order, texts });
}
