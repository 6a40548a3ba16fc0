"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { resendMessages } from "@/lib/domain/operator/messages";
import { paymentRecord } from "@/lib/domain/operator/payment-kinds";
import { askAboutPayouts } from "@/lib/domain/operator/payout-steps";
import {
  monthSchema,
  ORDERS,
  reasonSchema,
  referenceSchema,
  untilFieldSchema,
} from "@/lib/domain/operator/schema";
import { examine } from "@/lib/server/examine";
import { bookkeepingCsv } from "@/lib/statement/bookkeeping-csv";
import { action } from "@/lib/web/action";
import { operatorOf, performInOffice } from "@/lib/web/office";
import { payments } from "@/lib/web/payments";

export const holdAction = action(
  "office-hold",
  { input: ORDERS.hold.extend({ until: untilFieldSchema }), limits: "write", inOffice: true },
  async ({ viewer, input }) => {
    // Of a person and of a request a decision holds the money, which tells them (C302).
    await paymentRecord(db(), input.reference);
    return performInOffice(viewer, "hold", input);
  },
);

export const liftHoldAction = action(
  "office-lift-hold",
  { input: ORDERS.lift_hold, limits: "write", inOffice: true },
  async ({ viewer, input }) => performInOffice(viewer, "lift_hold", input),
);

export const approvePayoutsAction = action(
  "office-approve-payouts",
  { input: ORDERS.approve_payouts, limits: "write", inOffice: true },
  async ({ viewer, input }) => performInOffice(viewer, "approve_payouts", input),
);

export const retryPayoutAction = action(
  "office-retry-payout",
  { input: ORDERS.retry_payout.pick({ reference: true, reason: true }), limits: "write", inOffice: true },
  async ({ viewer, input }) => performInOffice(viewer, "retry_payout", input),
);

export const refundAction = action(
  "office-refund",
  {
    input: ORDERS.refund.omit({ isAsked: true }).extend({ by: z.enum(["payer", "operator"]) }),
    limits: "write",
    inOffice: true,
  },
  async ({ viewer, input: { by, ...input } }) =>
    performInOffice(viewer, "refund", { ...input, isAsked: by === "payer" }),
);

/** What the provider answered: states as the books name them, and more in words. */
type Answer = { id: string; before: string; after: string; answer: string | null };

export const askAction = action(
  "office-ask",
  {
    input: z.object({ reference: referenceSchema, of: z.enum(["payment", "payout"]) }),
    limits: "write",
    inOffice: true,
  },
  async ({ viewer, input: { reference, of } }): Promise<Answer[]> => {
    const operator = operatorOf(viewer);
    if (of === "payout") {
      const checks = await askAboutPayouts(payments(), operator, reference);
      return checks.map(({ id, before, after, answer }) => ({ id, before, after, answer }));
    }
    const { id, before, after, outcome } = await askProvider(payments(), operator, reference);
    return [{ id, before: before.state, after: after.state, answer: outcome }];
  },
);

export const resendMailAction = action(
  "office-resend-mail",
  { input: z.object({ id: z.uuid().nullable(), reason: reasonSchema }), limits: "write", inOffice: true },
  async ({ viewer, input }) => {
    await resendMessages(db(), operatorOf(viewer), input);
    return { waits: null };
  },
);

export const checkBooksAction = action(
  "office-check-books",
  { input: z.object({}), limits: "checkBooks", inOffice: true, keepsPage: true },
  async () => {
    const { found, unasked, concerns } = await examine();
    return Object.entries({ found, unasked, concerns }).flatMap(([kind, findings]) =>
      findings.map(({ check, rows }) => ({
        kind: kind as "found" | "unasked" | "concerns",
        check,
        rows: rows.map((row) => JSON.stringify(row)),
      })),
    );
  },
);

/** The books of a month as CSV. */
export const booksAction = action(
  "office-books",
  { input: z.object({ month: monthSchema }), limits: "checkBooks", inOffice: true, keepsPage: true },
  async ({ input: { month } }) => ({
    name: `books-${month}.csv`,
    text: bookkeepingCsv(await bookkeeping(payments(), month)),
  }),
);
