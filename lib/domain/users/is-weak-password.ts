import { isCommonPassword } from "./common-passwords";
import { MIN_PASSWORD } from "./rules";

/** Whether a password is refused (D12): too short, among the common ones, one character repeated, or what everybody knows of this person. */
export function isWeakPassword(password: string, person: { username: string; email: string }): boolean {
  const plain = password.toLowerCase();
  const known = [person.username, person.email, person.email.split("@")[0] ?? ""];
  return (
    [...password].length < MIN_PASSWORD ||
    new Set(plain).size === 1 ||
    isCommonPassword(plain) ||
    known.some((text) => text.toLowerCase() === plain)
  );
}
