import description from "./api-description.json";

/**
 * From the wallet provider's public API descriptions (https://github.com/paypal/paypal-rest-api-specifications,
 * Apache License 2.0, see THIRD-PARTY.md): the issues that each call can be refused with, by status, and the fields of
 * each object with the words that some allow. The names are keys, not lists, so that the compiler knows them: the types
 * of the sandbox's answers come from here. `payoutIssue.link` is not described: the provider sends it with a
 * `sender_batch_id` that it knows.
 */
export const { objects: OBJECTS } = description;

type Issues = typeof description.issues;
export type Call = keyof Issues;

/** The issues that a call can be refused with. */
export type IssueOf<C extends Call> = { [S in keyof Issues[C]]: keyof Issues[C][S] }[keyof Issues[C]];

/** The issues that a call can be refused with, by status. */
export function issuesOf<C extends Call>(call: C) {
  const byStatus = Object.entries(description.issues[call]).map(([status, issues]) => [
    status,
    Object.keys(issues),
  ]);
  return Object.fromEntries(byStatus) as { [S in keyof Issues[C]]: IssueOf<C>[] };
}

/** The status of a call that is refused with an issue; null when that call cannot have this issue. */
export function statusOf(call: string, issue: string): number | null {
  const statuses = Object.entries(description.issues[call as Call] ?? {});
  const found = statuses.find(([, issues]) => Object.hasOwn(issues, issue));
  return found ? Number(found[0]) : null;
}
