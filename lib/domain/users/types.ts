import type { Locale, PayoutMethod, Tier } from "@/lib/ground/vocabulary";

/** Who is asking: the signed-in person as the doors and the domain need to know them. Amounts in cents. */
export type Viewer = {
  id: string;
  username: string;
  name: string;
  avatar: string;
  profileImageUrl: string | null;
  totalGiven: number;
  preferredLanguage: Locale;
  /** The effective tier: `none` once expired (D11). */
  tier: Tier;
  paymentMethod: PayoutMethod | null;
  paypalEmail: string | null;
  hasCard: boolean;
  /** How many of their notifications they have not read. */
  unread: number;
};

/** The person of a live session, since when and until when. */
export type SessionUser = { viewer: Viewer; since: Date; expires: Date };

/** What a person's page shows of them (D50). Amounts in cents. */
export type PublicPerson = {
  id: string;
  username: string;
  name: string;
  avatar: string;
  profileImageUrl: string | null;
  /** ISO 8601. */
  memberSince: string;
  /** Null when the person hides it, or gives anonymously (D15). */
  totalGiven: number | null;
  /** Null when the person hides it (D15). */
  totalReceived: number | null;
};

/** How a person is shown to others (api.md, PublicUser). */
export type PublicUser = {
  username: string;
  name: string;
  avatar: string;
  profileImageUrl: string | null;
  isPremium: boolean;
  /** Cents; null when the person hides it (D15). */
  totalGiven: number | null;
  subscriptionTier: Tier;
};
