import { DonationOutcome } from "@/components/payment-return/donation-outcome";
import type { Thanks } from "@/components/payment-return/thank-you";
import { ClientMessages } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import type { Db } from "@/db/client";
import { paymentOutcome, sharedOutcome, walletDonationOutcome } from "@/lib/domain/donations/outcome";
import { findContribution } from "@/lib/domain/donations/queries";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import { findOwnRank, nextAbove } from "@/lib/domain/leaderboard/queries";
import { takeableUntil } from "@/lib/domain/payouts/take-back";
import { mayAskAbout } from "@/lib/web/may-ask-about";
import { payments } from "@/lib/web/payments";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { currentViewer } from "@/lib/web/session";
import { HIDDEN, titled } from "@/lib/web/titled";

const TEXTS = ["paymentSuccess.checking", "paymentSuccess.checkNow", "share", "sound", "takeBack"];

/** The address contains the secret of the payment, which must not reach other sites. */
export const generateMetadata = titled("paymentSuccess.yourPayment", HIDDEN);

/** The providers send donors back here (specification 2; D28, D35). */
export default async function PaymentSuccessPage({ searchParams }: PageProps<"/payment-success">) {
  const { id, outcome, thanks } = await findOutcome(await searchParams);
  return (
    <ClientMessages namespaces={TEXTS}>
      <DonationOutcome outcome={outcome} thanks={thanks} paymentId={id} money={await getMoney()} />
    </ClientMessages>
  );
}

/**
 * The outcome of the payment that a provider returns from; `id` names it. `thanks` is for the donor only, signed in,
 * when the donation was credited. The card provider adds the payment and its secret; for the wallet our own address
 * names the donation. Of the address only the payment's secret is trusted. Every page load asks the provider, so it is
 * limited.
 */
async function findOutcome({
  payment_intent: paymentId,
  payment_intent_client_secret: clientSecret,
  donation,
  PayerID: payer,
}: Record<string, string | string[] | undefined>) {
  const context = payments();
  if (typeof paymentId === "string" && typeof clientSecret === "string") {
    const outcome = await paymentOutcome(context, { paymentId, clientSecret }, () =>
      mayAskAbout(context.db, paymentId),
    );
    const viewer = await currentViewer();
    return viewer
      ? { id: paymentId, outcome, thanks: await findThanks(context.db, viewer.id, outcome) }
      : { id: paymentId, outcome: sharedOutcome(outcome), thanks: null };
  }
  const viewer = typeof donation === "string" ? await currentViewer() : null;
  if (viewer && typeof donation === "string") {
    const mayAsk = await isWithin(context.db, "askAboutPayment", viewer.id);
    const outcome = mayAsk
      ? await walletDonationOutcome(context, viewer, donation, payer !== undefined)
      : ({ state: "unavailable" } as const);
    return { id: donation, outcome, thanks: await findThanks(context.db, viewer.id, outcome) };
  }
  return { id: "", outcome: { state: "unknown" } as const, thanks: null };
}

async function findThanks(db: Db, viewerId: string, outcome: PaymentOutcome): Promise<Thanks | null> {
  if (outcome.state !== "succeeded") return null;
  const [contribution, ownRank, next, takeable] = await Promise.all([
    findContribution(db, { id: outcome.donationId, donorId: viewerId }),
    findOwnRank(db, viewerId, "all"),
    nextAbove(db, viewerId, "all"),
    takeableUntil(payments(), { id: viewerId }, [outcome.donationId]),
  ]);
  return (
    contribution && {
      ...contribution,
      ownRank,
      next,
      takeableUntil: takeable.get(outcome.donationId) ?? null,
    }
  );
}
