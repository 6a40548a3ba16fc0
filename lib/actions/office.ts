"use server";

import { db } from "@/db/client";
import { answerAppeal } from "@/lib/domain/operator/decide";
import { answerWaiting } from "@/lib/domain/operator/deeds";
import { confirmationOf, findReview } from "@/lib/domain/operator/reviews";
import {
  answerAppealSchema,
  answerWaitingFormSchema,
  confirmReviewFormSchema,
  decideFormSchema,
  ORDERS,
} from "@/lib/domain/operator/schema";
import { action } from "@/lib/web/action";
import { operatorOf, type Performed, performInOffice } from "@/lib/web/office";
import { payments } from "@/lib/web/payments";

const DONE: Performed = { waits: null };

export const decideAction = action(
  "decide",
  { input: decideFormSchema, limits: "write", inOffice: true },
  async ({ viewer, input: { basis, paragraph, ...decision } }) =>
    performInOffice(viewer, "decide", { ...decision, ground: `${basis}:${paragraph}`, automatic: false }),
);

export const liftAction = action(
  "lift",
  { input: ORDERS.lift, limits: "write", inOffice: true },
  async ({ viewer, input }) => performInOffice(viewer, "lift", input),
);

export const answerAppealAction = action(
  "answerAppeal",
  { input: answerAppealSchema, limits: "write", inOffice: true },
  async ({ viewer, input }) => {
    await answerAppeal(payments(), operatorOf(viewer), input);
    return DONE;
  },
);

export const answerWaitingAction = action(
  "answerWaiting",
  { input: answerWaitingFormSchema, limits: "write", inOffice: true },
  async ({ viewer, input: { id, answer, reason } }) => {
    await answerWaiting(payments(), operatorOf(viewer), { id, isApproved: answer === "approve", reason });
    return DONE;
  },
);

/** Confirms the flags of a request: its money stays held, by a decision. */
export const confirmReviewAction = action(
  "confirmReview",
  { input: confirmReviewFormSchema, limits: "write", inOffice: true },
  async ({ viewer, input: { basis, paragraph, ...reasons } }) => {
    // Another operator may have cleared it meanwhile.
    await findReview(db(), reasons.requestId);
    return performInOffice(viewer, "decide", confirmationOf({ ...reasons, ground: `${basis}:${paragraph}` }));
  },
);

/** Clears the flags of a request: an operator found them harmless. */
export const clearReviewAction = action(
  "clearReview",
  { input: ORDERS.clear_review, limits: "write", inOffice: true },
  async ({ viewer, input }) => performInOffice(viewer, "clear_review", input),
);
