/** The facts of a donor that decide their public name. */
export type Donor = { username: string; anonymousProfile: boolean; isErased: boolean };

/** A person's name for others: the username, none, or that the account was erased. */
type PublicName = { username: string | null; isErased: boolean };

const ANONYMOUS: PublicName = { username: null, isErased: false };

/**
 * The donor's name for others (D36): shown only if both the donation and the profile allow it. Anonymity comes first:
 * an anonymous donor who erases their account stays "Anonymous", because "Deleted user" would narrow down who it
 * was.
 */
export function donorName(donation: { anonymous: boolean }, donor: Donor): PublicName {
  if (donation.anonymous || donor.anonymousProfile) return ANONYMOUS;
  return donor.isErased ? { username: null, isErased: true } : { username: donor.username, isErased: false };
}

/** Whether a requester is named: anonymous ones to signed-in people only (D38). */
export function isRequesterNamed(
  requester: { anonymousProfile: boolean },
  to: "visitor" | "signed in",
): boolean {
  return to === "signed in" || !requester.anonymousProfile;
}
