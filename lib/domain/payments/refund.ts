import { RefundHeld, RefundRefused } from "@/lib/providers/gateway";

/** What became of a refund: `held` by a dispute, or `refused` for good with the provider's code. */
export type RefundOutcome = "refunded" | "held" | { refused: string };

/** Asks for a refund, and says what became of it. @throws ProviderUnavailable */
export async function refundOutcome(refund: () => Promise<void>): Promise<RefundOutcome> {
  try {
    await refund();
    return "refunded";
  } catch (error) {
    if (error instanceof RefundHeld) return "held";
    if (error instanceof RefundRefused) return { refused: error.code };
    throw error;
  }
}
