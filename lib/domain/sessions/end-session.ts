import type { Db } from "@/db/client";
import { deleteSession } from "./store";
import { sidOf } from "./token";

/** Ends a session on the server: its token is worth nothing from now on (D13). */
export async function endSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, sidOf(token));
}
