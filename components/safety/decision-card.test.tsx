import { expect, it, vi } from "vitest";
import { show, t } from "@/tests/support/screen";
import { DecisionCard } from "./decision-card";

vi.mock("@/lib/actions/safety", () => ({ appealAction: vi.fn() }));

const DECISION = {
  id: "d1",
  subject: { kind: "request", id: "r1", title: "A bicycle" },
  measure: "held",
  ground: "rules:2.1",
  facts: "The photo is on another site.",
  automatic: false,
  from: "2099-12-01T10:00:00.000Z",
  until: null,
  liftedAt: null,
  appeal: null,
} as const;

it("names the last day of a decision that ends with the first moment of the next", () => {
  const { container } = show(<DecisionCard decision={{ ...DECISION, until: "2100-01-01T00:00:00.000Z" }} />);
  expect(container.textContent).toContain("Dec 31, 2099");
  expect(container.textContent).not.toContain("2100");
});

it("does not say that a decision stays which was over when the appeal was refused", () => {
  const appeal = {
    state: "upheld",
    answeredAt: "2099-12-20T10:00:00.000Z",
    answer: "It was not yours.",
  } as const;
  const card = (liftedAt: string) => <DecisionCard decision={{ ...DECISION, liftedAt, appeal }} />;
  const { container, change } = show(card("2099-12-10T10:00:00.000Z"));
  expect(container.textContent).toContain(t("safety.decisions.states.ended"));
  change(card("2099-12-30T10:00:00.000Z"));
  expect(container.textContent).toContain(t("safety.decisions.states.upheld"));
});
