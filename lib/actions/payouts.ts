"use server";

import { z } from "zod";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkByOwner } from "@/lib/domain/payouts/check-payee";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { askPayoutSchema, onboardingSchema } from "@/lib/domain/payouts/schema";
import { env } from "@/lib/ground/env";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

const nothing = z.object({});

/** Answers the provider's page, where the person says who they are. */
export const startOnboardingAction = action(
  "startOnboarding",
  { input: onboardingSchema, limits: contract.startOnboarding, keepsPage: true },
  ({ viewer, input }) =>
    startOnboarding(payments(), viewer, { country: input.country, origin: env().appUrl }),
);

/** Asks the provider whether the person can be paid out; the page then shows its answer. */
export const checkPayeeAction = action(
  "checkPayee",
  { input: nothing, limits: contract.checkPayee },
  async ({ viewer }) => {
    await checkByOwner(payments(), viewer.id);
  },
);

/** Has everything paid out that is in the person's account at the provider. */
export const askPayoutAction = action(
  "askPayout",
  { input: askPayoutSchema, limits: contract.askPayout },
  ({ viewer, input, operationId }) => askPayout(payments(), viewer, input, operationId),
);

/** Gives everything back that the person is owed, so that their account can be deleted; also a suspended one. */
export const giveBackAction = action(
  "giveBack",
  { input: nothing, limits: "checkPayee", evenSuspended: true, stepUp: true },
  ({ viewer }) => giveBack(payments(), viewer),
);
