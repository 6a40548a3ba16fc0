import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { Locale } from "@/lib/ground/vocabulary";
import { ProviderUnavailable } from "@/lib/providers/payment";
import { type DonationInput, prepareDonation } from "./prepare-donation";
import { orderFor } from "./rules";
import { attachPayment } from "./store";
import type { PaymentContext } from "./types";

/**
 * Starts a donation by wallet, where that is enabled (D29), in the same way as one by card. Answers where the donor approves it.
 * @throws AppError the errors of prepareDonation
 * @throws ProviderUnavailable also while wallet donations are not enabled
 */
export async function startWalletDonation(
  { db, wallet }: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { locale, ...input }: DonationInput & { locale: Locale },
  id: string,
): Promise<{ url: string }> {
  const { appUrl, walletDonations } = env();
  if (!walletDonations) throw new ProviderUnavailable("donations by wallet are not enabled");
  const { donation, item } = await prepareDonation(db, viewer, input, { id, method: "paypal" });
  const order = await wallet.createOrder(orderFor(donation, { item, locale, origin: appUrl }));
  const attached = await attachPayment(db, id, "paypal", order.id);
  // The provider forgot the key and made a second order: only the first may be approved.
  if (attached !== order.id) throw new AppError("NOT_ACTIVE");
  return { url: order.approvalUrl };
}
