/** The facts of a donor that decide their public name. */
export type Donor = { username: string; anonymousProfile: boolean; isErased: boolean };

/**
 * A donor's name for others: the username, none, or that the account was erased. `guestName` is what a guest called
 * themselves: for the recipient only (giving.md).
 */
type PublicName = { username: string | null; isErased: boolean; guestName: string | null };

const ANONYMOUS: PublicName = { username: null, isErased: false, guestName: null };

/**
 * The donor's name for others (D36): shown only if both the donation and the profile allow it. Anonymity comes first:
 * an anonymous donor who erases their account stays "Anonymous", because "Deleted user" would narrow down who it
 * was. A guest is no donor, and named to the recipient unless their donation is anonymous.
 */
export function donorName(
  { anonymous, guestName = null }: { anonymous: boolean; guestName?: string | null },
  donor: Donor | null,
): PublicName {
  if (anonymous || donor?.anonymousProfile) return ANONYMOUS;
  if (donor === null) return { ...ANONYMOUS, guestName };
  return donor.isErased ? { ...ANONYMOUS, isErased: true } : { ...ANONYMOUS, username: donor.username };
}

/** Whether a requester is named: anonymous ones to signed-in people only (D38). */
export function isRequesterNamed(
  requester: { anonymousProfile: boolean },
  to: "visitor" | "signed in",
): boolean {
  return to === "signed in" || !requester.anonymousProfile;
}
