/** A passkey as its owner sees it. */
export type Passkey = {
  id: string;
  name: string;
  /** Whether the person's other devices have it too. */
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** An account's second factor: whether it is on, since when, and how many recovery codes are left. */
export type SecondFactor = { isOn: boolean; since: Date | null; codesLeft: number };

/** What an authenticator app needs: as an address in a QR code, and as a key to type. */
export type NewSecondFactor = { address: string; key: string };

/** The challenge of a passkey, and when it was made. */
export type Challenge = { challenge: string; at: Date };

/** How a person can prove who they are. */
export type ProofWays = { password: boolean; code: boolean; passkey: boolean; google: boolean };
