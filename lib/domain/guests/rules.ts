import { DAY } from "@/lib/ground/durations";

/** How long after a donation is final the address of its guest is kept, in milliseconds. */
export const GUEST_KEPT = 30 * DAY;
