/**
 * How somebody shows that an account is theirs before it is erased: with the password or, where there is none, by
 * signing in at Google again and then typing the username.
 */
export type Proof = "password" | "google" | "username";
