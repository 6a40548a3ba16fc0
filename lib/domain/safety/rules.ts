import { DAY, HOUR } from "@/lib/ground/durations";
import type { ReportGround } from "@/lib/ground/vocabulary";

/** What is reviewed within a day (safety.md, Deadlines). */
const URGENT: ReadonlySet<ReportGround> = new Set(["child_abuse", "self_harm", "violence"]);

/** Until when a report has to be decided. */
export function dueAt(ground: ReportGround, at: Date): Date {
  return new Date(at.getTime() + (URGENT.has(ground) ? 24 * HOUR : 7 * DAY));
}

/** Days after which who reported is forgotten, from the decision. */
export const REPORTER_KEPT_DAYS = 180;

/** Whether a visitor has to say who they are: not for child abuse (Digital Services Act, article 16). */
export const needsReporter = (ground: ReportGround) => ground !== "child_abuse";

type Ending = { liftedAt: Date | string | null; until: Date | string | null };

/** What is said of an appeal. One that is refused once the decision is over is not told that it stays. */
export function answerOf<S extends string>(
  { state, answeredAt }: { state: S; answeredAt: Date | string | null },
  { liftedAt, until }: Ending,
): S | "ended" {
  const end = liftedAt ?? until;
  const isOver = end !== null && answeredAt !== null && new Date(end) <= new Date(answeredAt);
  return isOver && state === "upheld" ? "ended" : state;
}
