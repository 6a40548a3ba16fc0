import { DAY } from "@/lib/ground/durations";

/** The smallest gift of a guest, in cents: small payments are what stolen cards are tried with. */
export const MIN_GUEST_DONATION = 500;

/** How long after a gift is final the address of its guest is kept, in milliseconds. */
export const GUEST_KEPT = 30 * DAY;
