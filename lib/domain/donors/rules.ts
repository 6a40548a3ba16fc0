import { type Donor, donorName } from "@/lib/domain/users/public-name";

/** The most faces on a card. */
export const FACES_ON_CARD = 3;

/** The most requests that one call asks about. */
export const MOST_ASKED_FACES = 50;

/** A donor with the settings that decide whether others see that they gave, as they are now. */
export type DonorSettings = Donor & { hideGivenAmount: boolean };

/**
 * Whether somebody who gave openly is shown among those who gave: not while their profile is anonymous (D36), and not
 * while they hide what they gave, because the progress bar before and after would reveal the amount (D37).
 */
export function isShownAsDonor(donor: DonorSettings): boolean {
  return !donor.hideGivenAmount && donorName({ anonymous: false }, donor).username !== null;
}
