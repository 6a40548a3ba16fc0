import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { findReview } from "@/lib/domain/operator/queries";
import ReviewPage from "./page";

vi.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));
vi.mock("@/components/office/deed-form", () => ({ DeedForm: () => "FORM" }));
vi.mock("@/components/office/reason-fields", () => ({ reasonFields: async () => [] }));
vi.mock("@/components/shared/get-money", () => ({ getMoney: async () => String }));
vi.mock("@/db/client", () => ({ db: () => null }));
vi.mock("@/lib/actions/office", () => ({ clearReviewAction: null, confirmReviewAction: null }));
vi.mock("@/lib/domain/operator/queries", () => ({
  findReview: vi.fn(),
  namedBeside: async () => null,
  partyTo: async () => null,
}));
vi.mock("@/lib/web/session/office", () => ({
  requireOffice: async () => ({ id: "operator", name: "ines" }),
}));
vi.mock("../../subject-card", () => ({ SubjectCard: () => "SUBJECT" }));

it.each([
  [undefined, true, false],
  [{ decisionId: null }, false, false],
  [{ decisionId: "d1" }, false, true],
])(
  "a review says whether it is over, by which decision, and leads on: %j",
  async (ended, asks, isDecided) => {
    const request = { id: "r1", item: "Lamp", owner: { id: "owner", username: "daan" } };
    const review = { request, flags: [], points: 10, held: 0, beside: [], ended };
    vi.mocked(findReview).mockResolvedValue(review as never);
    const props = { params: Promise.resolve({ id: "r1" }), searchParams: Promise.resolve({}) };
    const page = renderToStaticMarkup(await ReviewPage(props));
    expect([page.includes("FORM"), page.includes("review.ended")]).toEqual([asks, !asks]);
    expect(page.includes('href="/office/review"')).toBe(!asks);
    expect(page.includes('href="/office/decisions/d1"')).toBe(isDecided);
  },
);
