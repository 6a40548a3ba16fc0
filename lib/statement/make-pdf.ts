import "server-only";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { heavy } from "@/lib/ground/heavy";
import { perProcess } from "@/lib/ground/per-process";
import type { PdfOrder } from "./pdf-worker";

/** How many PDFs of one person wait for the place, and for how long. */
const WAITING = { waitingEach: 3, patienceMs: 15_000 };
/** The first statement of a thread takes about a second. */
const TIMEOUT_MS = 30_000;
/** How long a thread waits for another order: to start one costs several times what a PDF does. */
const IDLE_MS = 30_000;
/** The most memory of a thread's objects, in MB: a thousand donations need a tenth. */
const MAX_MEMORY_MB = 512;

/** The thread of this process, while there is one. */
const current = perProcess<{ thread?: Worker | undefined; idle?: NodeJS.Timeout }>("pdf-thread", () => ({}));

/**
 * A statement or a poster as a PDF, made in a thread of its own, one at a time in a process: setting its text takes a
 * processor for up to a second and tens of megabytes, which end with the thread, half a minute after the last. What is
 * in it is read only once there is a place.
 * @throws AppError UNAVAILABLE when none is free in time
 */
export function makePdf(
  personId: string,
  readOrder: () => Promise<PdfOrder>,
): Promise<Uint8Array<ArrayBuffer>> {
  return heavy.take(personId, async () => inThread(await readOrder()), WAITING);
}

async function inThread(order: PdfOrder): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(current.idle);
  const thread = current.thread ?? startThread();
  try {
    thread.postMessage(order);
    const [pdf] = await once(thread, "message", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (pdf instanceof Error) throw pdf;
    current.idle = setTimeout(() => end(thread), IDLE_MS).unref();
    return pdf;
  } catch (error) {
    await end(thread);
    throw error;
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // A thread that failed has ended; without a listener its error would end the process.
  thread.on("error", () => end(thread)).unref();
  current.thread = thread;
  return thread;
}

function end(thread: Worker): Promise<number> {
  if (current.thread === thread) current.thread = undefined;
  return thread.terminate();
}
