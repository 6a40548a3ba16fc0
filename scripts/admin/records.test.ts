import { expect, it } from "vitest";
import type { Review } from "@/lib/domain/operator/reviews";
import { REVIEW_RULES, type ReviewRule } from "@/lib/domain/safety/review-rules";
import { review } from "./records";

/** The reasons of each flag, and their sentence. */
const SEEN: Record<ReviewRule, [evidence: Record<string, string | number>, sentence: string]> = {
  young_account: [{ days: 3 }, "The account was 3 days old, and the goal is high."],
  like_text: [
    { percent: 70, requestId: "r2" },
    "The text is 70% like that of another person’s earlier request.",
  ],
  like_photo: [
    { bits: 2, requestId: "r2" },
    "The photo is like that of another person’s request: 2 of 64 marks differ.",
  ],
  contact_details: [{ kind: "iban" }, "The text has a bank account number."],
  shared_bank: [{ people: 1 }, "The bank account is also used by another person."],
  shared_browser: [{ people: 2 }, "2 donors used the same browser as the requester."],
  small_donations: [
    { donations: 6 },
    "Five or more of 6 small donations came within an hour, from accounts less than a day old.",
  ],
  reports: [{ reports: 2 }, "Two people reported it independently of each other (2 reports are open)."],
};

it("says of each rule in a sentence what it saw", () => {
  expect(Object.keys(SEEN).toSorted()).toEqual(Object.keys(REVIEW_RULES).toSorted());
  const at = new Date("2026-11-26T10:00:00Z");
  const request: Review["request"] = {
    id: "r1",
    item: "A coat",
    description: "It is cold.",
    goal: 5_000,
    raised: 0,
    photoUrl: null,
    createdAt: at,
    deletedAt: null,
    owner: { id: "p1", username: "daan", createdAt: at },
  };
  const flags = Object.entries(SEEN).map(([rule, [evidence]]) => ({
    rule: rule as ReviewRule,
    points: 4,
    evidence,
    createdAt: at,
    clearedAt: null,
  }));
  const shown = review({ request, since: at, holdId: "h1", held: 0, points: 32, flags });
  expect(shown.flags.map(({ saw }) => saw)).toEqual(Object.values(SEEN).map(([, sentence]) => sentence));
});
