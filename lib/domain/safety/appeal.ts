import type { Db } from "@/db/client";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { findDecider, insertAppeal } from "./store";

/**
 * Appeals against a decision about oneself, once (safety.md, Decide; Digital Services Act, article 20). `isRetry`: an
 * earlier call of theirs may have done so, without an answer.
 * @throws AppError NOT_FOUND, ALREADY_APPEALED
 */
export async function appealDecision(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { id, text }: { id: string; text: string },
  isRetry = false,
): Promise<void> {
  await db.transaction(async (tx) => {
    const decidedBy = await findDecider(tx, id, viewer.id);
    if (decidedBy === null) throw new AppError("NOT_FOUND");
    const at = now();
    if (!(await insertAppeal(tx, { decisionId: id, decidedBy, text, createdAt: at }))) {
      if (isRetry) return;
      throw new AppError("ALREADY_APPEALED");
    }
    await writeOperatorMail(tx, { about: "appeal", cause: id, reference: id, at });
  });
}
