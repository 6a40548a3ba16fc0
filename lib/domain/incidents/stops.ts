import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { selectStopped } from "./store";

export { deleteStop, insertStop, selectStopped } from "./store";

/** @throws AppError STOPPED while an operator has stopped this for everybody (safety.md, Stop everything) */
export async function assertRunning(db: Db, what: Stoppable): Promise<void> {
  if ((await selectStopped(db)).includes(what)) throw new AppError("STOPPED", { values: { what } });
}
