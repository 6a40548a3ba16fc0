const DAY_MS = 24 * 60 * 60 * 1000;

/** How long nobody can take the username of an erased account, so that nobody is asked for help in a name that people still trust. */
export const USERNAME_HELD_DAYS = 90;

/** When the username of an account that is erased at a moment is free again. */
export function usernameFreeFrom(erasedAt: Date): Date {
  return new Date(erasedAt.getTime() + USERNAME_HELD_DAYS * DAY_MS);
}

/** How somebody shows that an account is theirs before it is erased: with the password or, where there is none, by typing the username. */
export type Proof = "password" | "username";
