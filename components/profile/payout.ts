import type { Me } from "@/lib/domain/users/schema";
import type { PayoutMethod } from "@/lib/ground/vocabulary";

/** How donations reach a person, as far as they are told (D18). */
export type Payout = Pick<Me, "paymentMethod" | "paypalEmail" | "hasCard">;

/** In the order they are offered. */
export const OFFERED = ["paypal", "visa", "applepay"] as const satisfies readonly PayoutMethod[];

/** Whether a method stands on the stored card. */
export function isByCard(method: PayoutMethod | null): boolean {
  return method === "visa" || method === "applepay";
}

/** The changes that remove the PayPal address; whoever was paid by it is then paid to their card, if there is one. */
export function withoutAddress({ paymentMethod, hasCard }: Payout) {
  if (paymentMethod !== "paypal") return { paypalEmail: null };
  return { paypalEmail: null, paymentMethod: hasCard ? "visa" : null } as const;
}

/** The changes that remove the card; whoever was paid by it is then paid through PayPal, if there is an address. */
export function withoutCard({ paymentMethod, paypalEmail }: Payout) {
  if (!isByCard(paymentMethod)) return { visaCardToken: null };
  return { visaCardToken: null, paymentMethod: paypalEmail === null ? null : "paypal" } as const;
}
