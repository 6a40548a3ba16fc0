/** A live session. */
export type Session = { userId: string; expires: Date };

/** A session as its browser is told of it: the token is for the cookie and stands nowhere else. */
export type OpenedSession = { token: string; expires: Date };
