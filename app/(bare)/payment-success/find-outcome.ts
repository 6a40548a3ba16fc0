import { headers } from "next/headers";
import type { Db } from "@/db/client";
import { paymentOutcome, sharedOutcome, walletDonationOutcome } from "@/lib/domain/donations/outcome";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import { clientAddress } from "@/lib/web/client-address";
import { payments } from "@/lib/web/payments";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { currentViewer } from "@/lib/web/session";

const UNAVAILABLE: PaymentOutcome = { state: "unavailable" };

/** What the address names: the card provider writes the payment and its secret, ours for the wallet the donation. */
type Named = Record<string, string | string[] | undefined>;

/**
 * How the payment ended that a provider leads back from; `id` names it. Nothing in the address is trusted but the
 * payment's secret. Each page that is opened asks the provider, so how often is limited.
 */
export async function findOutcome({
  payment_intent: paymentId,
  payment_intent_client_secret: clientSecret,
  donation,
  PayerID: payer,
}: Named): Promise<{ id: string; outcome: PaymentOutcome }> {
  const context = payments();
  if (typeof paymentId === "string" && typeof clientSecret === "string") {
    const outcome = await paymentOutcome(context, { paymentId, clientSecret }, () =>
      mayAskAbout(context.db, paymentId),
    );
    return { id: paymentId, outcome: (await currentViewer()) ? outcome : sharedOutcome(outcome) };
  }
  const viewer = typeof donation === "string" ? await currentViewer() : null;
  if (viewer && typeof donation === "string") {
    const mayAsk = await isWithin(context.db, "askAboutPayment", viewer.id);
    const outcome = mayAsk
      ? await walletDonationOutcome(context, viewer, donation, payer !== undefined)
      : UNAVAILABLE;
    return { id: donation, outcome };
  }
  return { id: "", outcome: { state: "unknown" } };
}

/** Visitors open this page too, so what limits them is where they are and which payment it is. */
async function mayAskAbout(db: Db, paymentId: string): Promise<boolean> {
  const address = clientAddress(await headers());
  return (await isWithin(db, "returnAddress", address)) && isWithin(db, "returnPayment", paymentId);
}
