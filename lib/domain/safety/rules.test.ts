import { expect, it } from "vitest";
import { DAY, HOUR } from "@/lib/ground/durations";
import { REPORT_GROUNDS } from "@/lib/ground/vocabulary";
import { dueAt, needsReporter } from "./rules";

it("looks at child abuse, self-harm and violence within 24 hours, at everything else within 7 days", () => {
  const at = new Date("2026-11-23T10:00:00Z");
  const within = (ms: number) =>
    REPORT_GROUNDS.filter((ground) => dueAt(ground, at).getTime() - at.getTime() === ms).toSorted();
  expect(within(24 * HOUR)).toEqual(["child_abuse", "self_harm", "violence"]);
  expect(within(7 * DAY)).toHaveLength(REPORT_GROUNDS.length - 3);
});

it("asks every visitor who they are, but for child abuse", () => {
  expect(REPORT_GROUNDS.filter((ground) => !needsReporter(ground))).toEqual(["child_abuse"]);
});
