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

/** A session's new token, which belongs in its browser's cookie only, and when that cookie ends. */
export type OpenedSession = { token: string; expires: Date };

/** The person of a live session, with its start; it was last used in the hour that began at `usedAt`. */
export type SessionUser = { viewer: Viewer; since: Date; usedAt: Date | null };
