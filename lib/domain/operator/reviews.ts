import type { Db } from "@/db/client";
import { liftHold } from "@/lib/domain/holds/place-hold";
import type { ReviewRule } from "@/lib/domain/safety/review-rules";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { findReviewHold, type HoldRecord, selectReviewHolds } from "./holds-store";
import { listOf, type Part } from "./pages-store";
import { lockRequest } from "./requests-store";
import { clearFlags, selectCompared, selectFlags } from "./reviews-store";
import type { Order } from "./schema";
import { type OperatorPerson, Refusal } from "./types";

/** A rule that fired for a request; its evidence has the values of its sentence, `reviewRules.<rule>`. */
export type ReviewFlag = Omit<Awaited<ReturnType<typeof selectFlags>>[number], "requestId">;

/** A request as it is compared. Cents. */
export type ComparedRequest = Awaited<ReturnType<typeof selectCompared>>[number];

/** A request under review. Cents. */
export type Review = {
  request: ComparedRequest;
  /** Since when its money is held, by which hold, and how much of it. */
  since: Date;
  holdId: string;
  held: number;
  /** The points of what was not cleared. */
  points: number;
  flags: ReviewFlag[];
};

/**
 * The requests under review (safety.md, Look before money moves), the longest first: rules hold their money,
 * and no operator has confirmed or cleared it. `rule`: only those for which it fired.
 */
export const listReviews = listOf(
  async (db, part: Part & { rule?: ReviewRule | null }) => present(db, await selectReviewHolds(db, part)),
  ({ since, holdId }) => [since, holdId],
);

/**
 * A request under review, beside those whose text or photo is like its own. With `ended` also one that was: then the
 * result says so, with the decision that confirmed it, if one did.
 * @throws Refusal when it is not
 */
export async function findReview(db: Db, requestId: string, which: { ended?: boolean } = {}) {
  const hold = await findReviewHold(db, requestId, which);
  const [review] = await present(db, hold ? [hold] : []);
  if (!review) throw new Refusal("This request does not stand in review.");
  const like = review.flags.flatMap(({ rule, evidence }) =>
    rule === "like_text" || rule === "like_photo" ? [{ rule, id: String(evidence.requestId) }] : [],
  );
  const others = await selectCompared(
    db,
    like.map(({ id }) => id),
  );
  const beside = like.flatMap(({ rule, id }) => {
    const request = others.find((other) => other.id === id);
    return request ? [{ rule, request }] : [];
  });
  const ended = (hold?.liftedAt || hold?.decisionId) && { decisionId: hold.decisionId };
  return { ...review, beside, ...(ended && { ended }) };
}

async function present(db: Db, held: readonly HoldRecord[]): Promise<Review[]> {
  const ids = held.map(({ subjectId }) => subjectId);
  const [flags, compared] = [await selectFlags(db, ids), await selectCompared(db, ids)];
  return held.flatMap(({ id: holdId, subjectId, placedAt: since, held: amount }) => {
    const request = compared.find(({ id }) => id === subjectId);
    if (!request) return [];
    const own = flags.filter(({ requestId }) => requestId === subjectId);
    const points = own.reduce((sum, flag) => sum + (flag.clearedAt === null ? flag.points : 0), 0);
    const shown = own.map(({ requestId: _, ...flag }) => flag);
    return [{ request, since, holdId, held: amount, points, flags: shown }];
  });
}

type Confirmation = Pick<Order<"decide">, "ground" | "facts" | "until" | "reason"> & Order<"clear_review">;

/**
 * What `perform` is called with to confirm what rules found: a decision (`automatic`) that continues the hold,
 * which its owner reads and can appeal against.
 */
export function confirmationOf({ requestId, ...reasons }: Confirmation): Order<"decide"> {
  return { kind: "request", id: requestId, measure: "held", automatic: true, report: null, ...reasons };
}

/**
 * Clears the flags of a request as harmless, and lifts their hold; the same rules do not hold it again. Its money
 * moves within minutes, if nothing else holds it.
 * @throws Refusal when the request is not under review, perhaps because another operator was first
 */
export async function clearReview(
  db: Db,
  operator: OperatorPerson,
  { requestId, reason }: Order<"clear_review">,
): Promise<{ requestId: string; cleared: number }> {
  return db.transaction(async (tx) => {
    const { id } = await lockRequest(tx, requestId, { deleted: true });
    const hold = await findReviewHold(tx, id);
    if (!hold)
      throw new Refusal(
        "This request does not stand in review: another operator may have been first.",
        "answered",
      );
    const at = now();
    const cleared = await clearFlags(tx, id, at, operator.id);
    await liftHold(tx, { subject: { requestId: id }, cause: "risk", at, by: operator.name });
    await insertAuditEntry(tx, operator, {
      action: "clear_review",
      subject: "request",
      subjectId: id,
      before: { hold: hold.id, lifted: false },
      after: { hold: hold.id, lifted: true, cleared },
      reason,
    });
    return { requestId: id, cleared };
  });
}
