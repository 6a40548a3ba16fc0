"use server";

import { walletDonationSchema } from "@/lib/domain/donations/schema";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

/** Answers where the donor approves it: the wallet's page (D29). */
export const donateByWalletAction = action(
  "donateByWallet",
  { input: walletDonationSchema, limits: contract.createPaymentIntent },
  async ({ viewer, input, operationId }) =>
    startWalletDonation(payments(), viewer, { ...input, locale: viewer.preferredLanguage }, operationId),
);
