import { paymentOutcome } from "@/lib/domain/donations/payment-outcome";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import { walletDonationOutcome } from "@/lib/domain/donations/wallet-donation-outcome";
import { payments } from "@/lib/web/payments";
import { currentViewer } from "@/lib/web/session";

/** What the address names: the card provider writes the payment and its secret, ours for the wallet the donation. */
type Named = Record<string, string | string[] | undefined>;

/** How the payment ended that a provider leads back from; `id` names it. Nothing in the address is trusted but the payment's secret. */
export async function findOutcome({
  payment_intent: paymentId,
  payment_intent_client_secret: clientSecret,
  donation,
}: Named): Promise<{ id: string; outcome: PaymentOutcome }> {
  if (typeof paymentId === "string" && typeof clientSecret === "string") {
    return { id: paymentId, outcome: await paymentOutcome(payments(), { paymentId, clientSecret }) };
  }
  const viewer = typeof donation === "string" ? await currentViewer() : null;
  if (viewer && typeof donation === "string") {
    return { id: donation, outcome: await walletDonationOutcome(payments(), viewer, donation) };
  }
  return { id: "", outcome: { state: "unknown" } };
}
