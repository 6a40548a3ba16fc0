import type Stripe from "stripe";
import type { NewReversal, NewTransfer, ProviderTransfer } from "@/lib/providers/payout-provider";
import { hasCode } from "../errors";

/**
 * Moves a donation to an account. Tied to its charge, a transfer is accepted before the charge is available. It carries
 * our ids and nothing of the donor.
 */
export async function createTransfer(
  stripe: Stripe,
  { transferId, donationId, account, amount, currency, chargeId, idempotencyKey }: NewTransfer,
): Promise<ProviderTransfer> {
  const transfer = await stripe.transfers.create(
    {
      amount,
      currency,
      destination: account,
      transfer_group: donationId,
      metadata: { transferId, donationId },
      ...(chargeId !== null && { source_transaction: chargeId }),
    },
    { idempotencyKey },
  );
  return transferFrom(transfer);
}

/** The transfer with our id, among those of its donation. */
export async function findTransfer(
  stripe: Stripe,
  transferId: string,
  donationId: string,
): Promise<ProviderTransfer | null> {
  for await (const transfer of stripe.transfers.list({ transfer_group: donationId, limit: 100 })) {
    if (transfer.metadata.transferId === transferId) return transferFrom(transfer);
  }
  return null;
}

function transferFrom({ id, amount, amount_reversed: returned }: Stripe.Transfer): ProviderTransfer {
  return { id, amount, returned };
}

/** Takes money of a transfer back, as long as the account has it. */
export async function reverseTransfer(
  stripe: Stripe,
  { transferReturnId, providerTransferId, amount, idempotencyKey }: NewReversal,
): Promise<{ outcome: "done"; id: string } | { outcome: "short" }> {
  try {
    const { id } = await stripe.transfers.createReversal(
      providerTransferId,
      { amount, metadata: { transferReturnId } },
      { idempotencyKey },
    );
    return { outcome: "done", id };
  } catch (error) {
    if (hasCode(error, "balance_insufficient")) return { outcome: "short" };
    throw error;
  }
}

/** The reversal with our id, among those of its transfer. */
export async function findReversal(
  stripe: Stripe,
  providerTransferId: string,
  transferReturnId: string,
): Promise<{ id: string } | null> {
  for await (const reversal of stripe.transfers.listReversals(providerTransferId, { limit: 100 })) {
    if (reversal.metadata?.transferReturnId === transferReturnId) return { id: reversal.id };
  }
  return null;
}
