import { RefundOnHold, RefundRefused } from "@/lib/providers/gateway";

/** `on_hold` because of a dispute, or `refused` for good with the provider's code. */
export type RefundOutcome = "refunded" | "on_hold" | { refused: string };

/** Requests a refund and returns its outcome. @throws ProviderUnavailable */
export async function refundOutcome(refund: () => Promise<void>): Promise<RefundOutcome> {
  try {
    await refund();
    return "refunded";
  } catch (error) {
    if (error instanceof RefundOnHold) return "on_hold";
    if (error instanceof RefundRefused) return { refused: error.code };
    throw error;
  }
}
