import type { Me } from "@/lib/domain/users/schema";
import type { PayoutMethod } from "@/lib/ground/vocabulary";

/** How the person receives donations, as far as it is shown (D18). */
export type Payout = Pick<Me, "paymentMethod" | "paypalEmail" | "hasCard">;

/** In the order they are offered. */
export const OFFERED = ["bank", "paypal", "visa", "applepay"] as const satisfies readonly PayoutMethod[];

/** Whether a method uses the stored card. */
export function isByCard(method: PayoutMethod | null): method is "visa" | "applepay" {
  return method === "visa" || method === "applepay";
}

/** The changes that remove the PayPal address; the stored card, if any, replaces it as the method. */
export function withoutAddress({ paymentMethod, hasCard }: Payout) {
  if (paymentMethod !== "paypal") return { paypalEmail: null };
  return { paypalEmail: null, paymentMethod: hasCard ? "visa" : null } as const;
}

/** The changes that remove the card; the PayPal address, if any, replaces it as the method. */
export function withoutCard({ paymentMethod, paypalEmail }: Payout) {
  if (!isByCard(paymentMethod)) return { visaCardToken: null };
  return { visaCardToken: null, paymentMethod: paypalEmail === null ? null : "paypal" } as const;
}
