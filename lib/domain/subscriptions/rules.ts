import type { Tier } from "@/lib/vocabulary";

/** What a plan costs a month, in cents (D9). */
export const MONTHLY_PRICE: Record<Exclude<Tier, "none">, number> = { gold: 499, diamond: 999 };
