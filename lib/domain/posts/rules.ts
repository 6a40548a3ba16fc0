import { DELIVERY_DUE_DAYS } from "@/lib/domain/users/rules";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { TextRules } from "@/lib/ground/text-fields";

/** The words of a post; thanks need none (giving.md, Made exact). */
export const POST_TEXT = {
  max: 1_000,
  required: "required",
  lines: "many",
  mayBeEmpty: true,
} as const satisfies TextRules;

/** How many posts about a request its owner writes within `POSTS_WITHIN` milliseconds, deleted ones among them. */
export const MAX_POSTS = 5;
export const POSTS_WITHIN = DAY;

/** For how long a post can be changed, in milliseconds. */
export const EDITABLE_FOR = HOUR;

/** How many days after its money arrived the owner of a request is asked what became of it. */
export const PROOF_DAYS = [DELIVERY_DUE_DAYS, 30, 60] as const;
