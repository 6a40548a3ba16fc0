import { FIRST_PAYOUT_DAYS, RELEASE_DAYS } from "@/lib/domain/payouts/rules";

/** Lets what is given to somebody who was never paid out be moved at once, in this process. */
export function releaseAtOnce(): void {
  for (const method of Object.keys(RELEASE_DAYS))
    Object.assign(RELEASE_DAYS, { [method]: -FIRST_PAYOUT_DAYS });
}
