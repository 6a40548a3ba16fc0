import type { Db } from "@/db/client";
import { deleteSession } from "./store";
import { sidOf } from "./token";

/** Deletes a session, so that its token is no longer accepted (D13). */
export async function endSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, sidOf(token));
}
