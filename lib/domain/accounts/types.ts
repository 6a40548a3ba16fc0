import type { LinkPurpose } from "@/lib/ground/vocabulary";
import type { LinkState } from "./rules";

export { NOWHERE, type Whereabouts } from "@/lib/domain/sessions/types";

/** How a person signs in, for themselves. */
export type AccountAccess = {
  /** Null where another account proved that the address is theirs (D42). */
  email: string | null;
  isProven: boolean;
  /** The address refused a message for good. */
  isBounced: boolean;
  /** The address is known to belong to who uses the account (D51). */
  isTrusted: boolean;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** An address that they asked to change to, until they prove it. */
  pendingEmail: string | null;
};

/** What the undo of a changed address asks for: a passkey or a code that the account has since before `since`. */
export type UndoProof = { linkId: string; userId: string; since: Date; passkey: boolean; code: boolean };

/** A link as its page shows it. */
export type LinkView =
  | { state: "unknown" }
  | {
      state: Exclude<LinkState, "unknown">;
      purpose: LinkPurpose;
      address: string;
      username: string;
      userId: string;
    };
