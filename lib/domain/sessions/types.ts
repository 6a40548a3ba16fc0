/** A live session: since when, and when its person proved who they are. */
export type Session = { userId: string; expires: Date; since: Date; provenAt: Date };

/** A session as its browser is told of it: the token is for the cookie and stands nowhere else. */
export type OpenedSession = { token: string; expires: Date };
