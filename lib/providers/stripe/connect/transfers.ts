import type Stripe from "stripe";
import type { Listed, Span } from "@/lib/providers/gateway";
import type {
  NewReversal,
  NewTransfer,
  ProviderReversal,
  ProviderTransfer,
} from "@/lib/providers/payout-provider";
import { hasCode } from "../errors";
import { createdIn, dateOf, idOf, nextOf, pageAfter } from "../lists";

/**
 * Moves a donation to an account. Tied to its charge, a transfer is accepted before the charge is available. It carries
 * our ids and nothing of the donor.
 */
export async function createTransfer(
  stripe: Stripe,
  { transferId, donationId, account, amount, currency, chargeId, idempotencyKey }: NewTransfer,
): Promise<{ id: string }> {
  const { id } = await stripe.transfers.create(
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
  return { id };
}

/** Every transfer of a donation. */
export async function findTransfers(stripe: Stripe, donationId: string): Promise<ProviderTransfer[]> {
  const found: ProviderTransfer[] = [];
  for await (const transfer of stripe.transfers.list({ transfer_group: donationId, limit: 100 })) {
    found.push(await transferFrom(stripe, transfer));
  }
  return found;
}

/** A page of all transfers of a span. */
export async function listTransfers(
  stripe: Stripe,
  span: Span,
  after: string | null,
): Promise<Listed<ProviderTransfer>> {
  const page = await stripe.transfers.list({ ...createdIn(span), ...pageAfter(after) });
  const rows: ProviderTransfer[] = [];
  for (const transfer of page.data) rows.push(await transferFrom(stripe, transfer));
  return { rows, next: nextOf(page) };
}

async function transferFrom(stripe: Stripe, transfer: Stripe.Transfer): Promise<ProviderTransfer> {
  const { id, amount, amount_reversed, destination, metadata, reversals, created } = transfer;
  // A transfer has its ten latest reversals with it.
  const all = reversals.has_more ? await findReversals(stripe, id) : reversals.data.map(reversalFrom);
  return {
    id,
    transferId: metadata.transferId ?? null,
    donationId: metadata.donationId ?? null,
    account: idOf(destination) ?? "",
    chargeId: idOf(transfer.source_transaction),
    amount,
    returned: amount_reversed,
    reversals: all,
    createdAt: dateOf(created),
  };
}

/** Takes money of a transfer back, as long as the account has it. */
export async function reverseTransfer(
  stripe: Stripe,
  { transferReturnId, providerTransferId, amount, isRecovery, idempotencyKey }: NewReversal,
): Promise<{ outcome: "done"; id: string } | { outcome: "short" }> {
  try {
    const { id } = await stripe.transfers.createReversal(
      providerTransferId,
      { amount, metadata: { transferReturnId, ...(isRecovery && { recovery: "1" }) } },
      { idempotencyKey },
    );
    return { outcome: "done", id };
  } catch (error) {
    if (hasCode(error, "balance_insufficient")) return { outcome: "short" };
    throw error;
  }
}

/** Every reversal of a transfer. */
export async function findReversals(stripe: Stripe, providerTransferId: string): Promise<ProviderReversal[]> {
  const found: ProviderReversal[] = [];
  for await (const reversal of stripe.transfers.listReversals(providerTransferId, { limit: 100 })) {
    found.push(reversalFrom(reversal));
  }
  return found;
}

function reversalFrom({ id, amount, metadata, created }: Stripe.TransferReversal): ProviderReversal {
  return {
    id,
    transferReturnId: metadata?.transferReturnId ?? null,
    amount,
    createdAt: dateOf(created),
    isRecovery: metadata?.recovery === "1",
  };
}
