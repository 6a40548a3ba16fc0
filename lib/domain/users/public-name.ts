/** What of a donor decides how others see them named. */
export type Donor = { username: string; anonymousProfile: boolean; isErased: boolean };

/** How a person is named to somebody else: by their username, not at all, or as an account that is gone. */
type PublicName = { username: string | null; isErased: boolean };

const ANONYMOUS: PublicName = { username: null, isErased: false };

/**
 * How the donor of a gift is named to others (D36): only if both the gift and the profile allow it. That comes first: a
 * nameless donor who erases their account stays "Anonymous", because "Deleted user" would tell which of those who left
 * it was.
 */
export function donorName(gift: { anonymous: boolean }, donor: Donor): PublicName {
  if (gift.anonymous || donor.anonymousProfile) return ANONYMOUS;
  return donor.isErased ? { username: null, isErased: true } : { username: donor.username, isErased: false };
}

/** Whether the person who asks for something is named to who looks: an anonymous one to signed-in people only (D38). */
export function isRequesterNamed(
  requester: { anonymousProfile: boolean },
  to: "visitor" | "signed in",
): boolean {
  return to === "signed in" || !requester.anonymousProfile;
}
