import { dictionary } from "@zxcvbn-ts/language-common";
import { MIN_PASSWORD } from "./rules";

/** The tens of thousands of passwords that guessers try first; shorter ones are refused for their length. */
const common = new Set(dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD));

/** Whether a password is among the most common ones, whatever its case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
