import { approvalBy } from "@/lib/domain/payments/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { outcomeOf, unlessUnavailable } from "./outcome";
import { paymentIdOf } from "./rules";
import { settlePayment } from "./settle-payment";
import { findDonation } from "./store";
import type { PaymentContext, PaymentOutcome } from "./types";

/**
 * How a donation by wallet ended, for the page the provider sends the donor back to (D28, D35). It settles what is true
 * at the provider; somebody who is not the donor learns nothing and moves nothing. `cameBack`: the provider says in the
 * address that the donor approved. Cents.
 */
export async function walletDonationOutcome(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  donationId: string,
  cameBack = false,
): Promise<PaymentOutcome> {
  const known = await findDonation(context.db, donationId);
  if (known?.donorId !== viewer.id || known.paymentMethod !== "paypal") return { state: "unknown" };
  const orderId = paymentIdOf(known);
  if (orderId === null) return { state: "unknown" };
  return unlessUnavailable(async () =>
    outcomeOf(
      context.db,
      await settlePayment(context, orderId, "paypal", { approvedAt: approvalBy(known, cameBack) }),
    ),
  );
}
