import "server-only";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { heavy } from "@/lib/ground/heavy";
import type { PdfOrder } from "./pdf-worker";

/** How many PDFs of one person wait for the place, and for how long. */
const WAITING = { waitingEach: 3, patienceMs: 15_000 };
/** A statement takes about a second. */
const TIMEOUT_MS = 30_000;
/** The most memory of a thread's objects, in MB: a thousand donations need a tenth. */
const MAX_MEMORY_MB = 512;

/**
 * A statement or a poster as a PDF, made in a thread of its own, one at a time in a process: setting its text takes a
 * processor for up to a second and tens of megabytes, which end with the thread. What is in it is read only once there
 * is a place.
 * @throws AppError UNAVAILABLE when none is free in time
 */
export function makePdf(
  personId: string,
  readOrder: () => Promise<PdfOrder>,
): Promise<Uint8Array<ArrayBuffer>> {
  return heavy.take(personId, async () => inThread(await readOrder()), WAITING);
}

async function inThread(order: PdfOrder): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  try {
    const [pdf] = await once(thread, "message", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return pdf;
  } finally {
    await thread.terminate();
  }
}
