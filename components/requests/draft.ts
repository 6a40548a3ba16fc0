import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import type { NewRequest } from "@/lib/domain/requests/schema";
import type { FieldProblem } from "@/lib/ground/errors";
import { parseTyped } from "@/lib/ground/money";
import { BOOST_TYPES, CATEGORIES } from "@/lib/ground/vocabulary";

type RequestText = keyof typeof REQUEST_TEXTS;
const TEXTS = Object.keys(REQUEST_TEXTS) as RequestText[];

/** The fields of the form that are stored as a draft. */
export type DraftField = RequestText | "goal" | "category" | "place" | "placeId";
export const DRAFT_FIELDS: readonly DraftField[] = [...TEXTS, "goal", "category", "place", "placeId"];

/** The form field of the boost to start with; empty for none. */
export const BOOST_FIELD = "appliedBoostType";

type Draft = { input: NewRequest } | { problems: Partial<Record<DraftField, FieldProblem>> };

/** Whether the town that was typed is still being looked up: sent now, it would be lost. */
export const isLookedUp = (place: string, placeId: number) => place.trim() !== "" && !(placeId > 0);

/**
 * A new request as it was typed, with its goal in cents, or the problems of its fields (specification 5, Create
 * request). `currency` is the platform's. The server applies the other rules: its schema would more than double the
 * code of this page.
 */
export function readDraft(form: FormData, goalLimit: number, currency: string): Draft {
  const textOf = (name: DraftField) => String(form.get(name) ?? "");
  const appliedBoostType = BOOST_TYPES.find((known) => known === form.get(BOOST_FIELD));
  const amount = parseTyped(textOf("goal"), currency);
  const goal = "cents" in amount ? amount.cents : 0;
  const problems: Partial<Record<DraftField, FieldProblem>> = {};
  if ("problem" in amount) problems.goal = amount.problem;
  else if (goal === 0) problems.goal = "amountInvalid";
  else if (goal > goalLimit) problems.goal = "goalLimit";
  for (const name of TEXTS) if (textOf(name).trim() === "") problems[name] = REQUEST_TEXTS[name].required;
  const placeId = Number(form.get("placeId"));
  if (isLookedUp(textOf("place"), placeId)) problems.placeId = "invalid";
  if (Object.keys(problems).length > 0) return { problems };
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(name)])) as Record<RequestText, string>;
  const category = CATEGORIES.find((known) => known === form.get("category"));
  return {
    input: {
      ...texts,
      goal,
      ...(category && { category }),
      ...(placeId > 0 && { placeId }),
      ...(appliedBoostType && { appliedBoostType }),
    },
  };
}
