import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { isStopped } from "./store";

export { deleteStop, insertStop, isStopped } from "./store";

/** @throws AppError STOPPED while it is stopped */
export async function assertRunning(db: Db, what: Stoppable): Promise<void> {
  if (await isStopped(db, what)) throw new AppError("STOPPED", { values: { what } });
}
