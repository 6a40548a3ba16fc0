import type { Viewer } from "@/lib/domain/users/types";

/** A session as it is stored. `provenAt` is when the person last proved who they are. */
export type Session = { userId: string; expires: Date; since: Date; provenAt: Date };

/** A new session for its browser: the token belongs in the cookie only. */
export type OpenedSession = { token: string; expires: Date };

/** The person of a live session, with its start and end. */
export type SessionUser = { viewer: Viewer; since: Date; expires: Date };
