import issues from "./issues.json";

/**
 * What each call can be refused with, by status: the issues of the wallet provider's public API descriptions
 * (https://github.com/paypal/paypal-rest-api-specifications, Apache License 2.0, see THIRD-PARTY.md).
 */
export const ISSUES: typeof issues = issues;
export type Call = keyof typeof ISSUES;

/** The status of a call that is refused with an issue; null when that call cannot have this issue. */
export function statusOf(call: string, issue: string): number | null {
  const statuses: [string, string[]][] = Object.entries(ISSUES[call as Call] ?? {});
  const found = statuses.find(([, each]) => each.includes(issue));
  return found ? Number(found[0]) : null;
}
