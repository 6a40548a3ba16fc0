import type { Locale, PayoutMethod, Stoppable, Tier } from "@/lib/ground/vocabulary";

/** Who reads something that may be hidden. */
export type Looker = Pick<Viewer, "id" | "isOperator">;

/** Who reads what only those who gave may read: a person, or a guest by the receipt of their donation; or a visitor. */
export type Reader = { viewer: Looker | null; guestId?: string | null };

/** The signed-in person, as the routes and the domain need to know them. Amounts in cents. */
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
  /** How they are paid out. */
  paymentMethod: PayoutMethod | null;
  paypalEmail: string | null;
  hasCard: boolean;
  hasPayeeAccount: boolean;
  /** The e-mail address refused a message for good. */
  refusesMail: boolean;
  /** Counts how often the person's sessions were ended together (`lockCaller`). */
  accessRound: number;
  /** Two addresses claim the account: it can only be read (D52). */
  isContested: boolean;
  /** An operator's decision: they may read, export, appeal and erase, and nothing else (safety.md). */
  isSuspended: boolean;
  isOperator: boolean;
  /** What is stopped for everybody (safety.md, Stop everything). */
  stopped: Stoppable[];
  /** The number of unread notifications. */
  unread: number;
};
