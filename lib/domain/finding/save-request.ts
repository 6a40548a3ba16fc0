import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { findRequest } from "@/lib/domain/requests/queries";
import { lockPresent } from "@/lib/domain/users/guards";
import type { Looker } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { deleteSaved, insertSaved } from "./store";

export { hasSaved } from "./store";

/** Saves a request for its finder alone (giving.md, Finding). @throws AppError NOT_FOUND, UNAUTHENTICATED */
export async function saveRequest(db: Db, viewer: Looker, requestId: string): Promise<void> {
  if (!(await findRequest(db, requestId, viewer))) throw new AppError("NOT_FOUND");
  await db.transaction(async (tx) => {
    if ((await lockPresent(tx, [viewer.id])).size === 0) throw new AppError("UNAUTHENTICATED");
    await insertSaved(tx, { userId: viewer.id, requestId, createdAt: now() });
  });
}

/** Ends that the caller saved a request, if they did. @throws AppError NOT_FOUND */
export async function unsaveRequest(db: Db, viewer: Pick<Looker, "id">, requestId: string): Promise<void> {
  if (!isUuid(requestId)) throw new AppError("NOT_FOUND");
  await deleteSaved(db, { userId: viewer.id, requestId });
}
