"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { walletDonationSchema } from "@/lib/domain/donations/schema";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { hideNote } from "@/lib/domain/donors/story";
import { takeBack } from "@/lib/domain/payouts/take-back";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

/** Answers where the donor approves it: the wallet's page (D29). */
export const donateByWalletAction = action(
  "donateByWallet",
  { input: walletDonationSchema, limits: contract.createPaymentIntent, keepsPage: true },
  async ({ viewer, input, operationId }) =>
    startWalletDonation(payments(), viewer, { ...input, locale: viewer.preferredLanguage }, operationId),
);

/** Takes one's donation back (giving.md); also a suspended person. */
export const takeBackAction = action(
  "takeBack",
  { input: z.object({ donationId: z.string() }), limits: contract.takeBack, evenSuspended: true },
  ({ viewer, input: { donationId }, isRetry }) => takeBack(payments(), viewer, donationId, isRetry),
);

/** Hides a message with a donation from others. */
export const hideNoteAction = action(
  "hideNote",
  { input: z.object({ id: z.string() }), limits: "write" },
  ({ viewer, input: { id } }) => hideNote(db(), viewer, id),
);
