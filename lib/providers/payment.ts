/** What the product needs of a card provider, in our own words. Providers know nothing of the database. Amounts in cents. */
export interface CardProvider {
  /**
   * Opens a payment that the payer's browser will confirm. The same idempotency key answers the same payment.
   * @throws ProviderUnavailable
   */
  createPayment(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /** What the provider holds true of a payment now; null if it knows no such payment. @throws ProviderUnavailable */
  findPayment(id: string): Promise<PaymentTruth | null>;
  /** Gives everything that was charged back. The same key refunds once; so does a second key. @throws ProviderUnavailable */
  refundPayment(id: string, idempotencyKey: string): Promise<void>;
  /** Ends a payment that nobody completed; does nothing to one that was. @throws ProviderUnavailable */
  cancelPayment(id: string): Promise<void>;
  /** Reads a webhook body. @throws BadSignature */
  readEvent(body: string, signature: string | null, at: Date): ProviderEvent;
}

export type NewPayment = {
  amount: number;
  currency: string;
  idempotencyKey: string;
  description: string;
  /** Our ids, returned with every look-up. */
  metadata: Record<string, string>;
};

export type PaymentTruth = {
  id: string;
  /** `open`: nobody paid yet, a declined attempt included. */
  state: "open" | "processing" | "succeeded" | "cancelled";
  /** What was to be charged, cents. */
  amount: number;
  /** What was charged, cents. */
  received: number;
  currency: string;
  clientSecret: string;
  metadata: Record<string, string>;
  /** Everything charged was given back. */
  refunded: boolean;
  /** A dispute took it back. */
  disputeLost: boolean;
};

/** A webhook event: it only says which payment to look at again. */
export type ProviderEvent = { id: string; type: string; paymentId: string | null };

/** The provider could not be reached, timed out, or failed on its side. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** A webhook that the provider did not sign, or not just now. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
