import type { FieldProblem } from "@/lib/ground/errors";
import { parseAmount } from "@/lib/ground/money";
import { BOOST_TYPES, type BoostType } from "@/lib/ground/vocabulary";

/** In the order of the form. */
export const DRAFT_FIELDS = ["item", "goal", "description"] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

/** The form field of the boost to start with; empty for none. */
export const BOOST_FIELD = "appliedBoostType";

type Draft =
  | { input: { item: string; description: string; goal: number; appliedBoostType?: BoostType } }
  | { problems: Partial<Record<DraftField, FieldProblem>> };

/**
 * The input of a new request with its goal in cents, or what is wrong with it (specification 5, Create request).
 */
export function readDraft(form: FormData, goalLimit: number): Draft {
  const item = String(form.get("item") ?? "");
  const description = String(form.get("description") ?? "");
  const appliedBoostType = BOOST_TYPES.find((known) => known === form.get(BOOST_FIELD));
  const amount = parseAmount(String(form.get("goal") ?? ""));
  const goal = "cents" in amount ? amount.cents : 0;
  const problems: Partial<Record<DraftField, FieldProblem>> = {};
  if (item.trim() === "") problems.item = "itemRequired";
  if ("problem" in amount) problems.goal = amount.problem;
  else if (goal === 0) problems.goal = "amountInvalid";
  else if (goal > goalLimit) problems.goal = "goalLimit";
  if (description.trim() === "") problems.description = "descriptionRequired";
  if (Object.keys(problems).length > 0) return { problems };
  return { input: { item, description, goal, ...(appliedBoostType && { appliedBoostType }) } };
}
