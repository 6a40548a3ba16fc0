import "server-only";
import { db } from "@/db/client";
import { endSessionById, endSessionsOf } from "@/lib/domain/sessions/end-session";
import type { Viewer } from "@/lib/domain/users/types";
import { currentToken, signOut } from "./index";
import { stayKnown } from "./known-browser";
import { requireProofOfToday } from "./step-up";

/**
 * Ends one of the signed-in person's sessions; with the browser's own, its cookie goes too.
 * @throws AppError STEP_UP_REQUIRED, NOT_FOUND
 */
export async function endSessionOf({ id: userId }: Pick<Viewer, "id">, id: string): Promise<void> {
  await requireProofOfToday();
  const { wasCurrent } = await endSessionById(db(), userId, { id, token: (await currentToken()) ?? "" });
  if (wasCurrent) await signOut();
}

/**
 * Ends all sessions of the signed-in person but the browser's own.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function endOtherSessionsOf({ id }: Pick<Viewer, "id">): Promise<void> {
  await requireProofOfToday();
  const except = await currentToken();
  await stayKnown(id, () => endSessionsOf(db(), id, { except }));
}
