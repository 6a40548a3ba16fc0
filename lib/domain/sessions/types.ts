import type { Viewer } from "@/lib/domain/users/types";

/** The origin of a session or a change, where known: a device family and a rough address. */
export type Whereabouts = { device: string | null; network: string | null };

export const NOWHERE: Whereabouts = { device: null, network: null };

/** When the person of a session last proved who they are: in any way, and by a passkey. */
export type Proof = { provenAt: Date | null; passkeyAt: Date | null };

/** A session as it is stored. */
export type Session = Proof & {
  userId: string;
  expires: Date;
  since: Date;
  provenAt: Date;
  from: Whereabouts;
};

/** A new session for its browser: the token belongs in the cookie only. */
export type OpenedSession = { token: string; expires: Date };

/** The person of a live session, with its start and end; it was last used in the hour that began at `usedAt`. */
export type SessionUser = { viewer: Viewer; since: Date; expires: Date; usedAt: Date | null };
