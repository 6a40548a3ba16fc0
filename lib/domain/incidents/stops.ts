import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { selectStopped } from "./store";

export { deleteStop, insertStop } from "./store";

/** Whether an operator has stopped this for everybody (safety.md, Stop everything). */
export async function isStopped(db: Db, what: Stoppable): Promise<boolean> {
  return (await selectStopped(db)).includes(what);
}

/** @throws AppError STOPPED while it is stopped */
export async function assertRunning(db: Db, what: Stoppable): Promise<void> {
  if (await isStopped(db, what)) throw new AppError("STOPPED", { values: { what } });
}
