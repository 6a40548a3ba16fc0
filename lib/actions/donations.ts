"use server";

import { walletDonationSchema } from "@/lib/domain/donations/schema";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { action } from "@/lib/web/action";
import { payments } from "@/lib/web/payments";
import { limit } from "@/lib/web/rate-limit/limit";

/** Answers where the donor approves it: the wallet's page (D29). */
export const donateByWalletAction = action(
  "donateByWallet",
  walletDonationSchema,
  async ({ viewer, input, operationId }) => {
    const context = payments();
    await limit(context.db, "createPayment", viewer.id);
    return startWalletDonation(context, viewer, { ...input, locale: viewer.preferredLanguage }, operationId);
  },
);
