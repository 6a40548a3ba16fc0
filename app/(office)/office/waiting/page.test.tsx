import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { Approval } from "@/lib/domain/operator/approvals-store";
import { listWaiting } from "@/lib/domain/operator/deeds";
import WaitingPage from "./page";

vi.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));
vi.mock("@/components/office/deed-form", () => ({ DeedForm: () => "FORM" }));
vi.mock("@/components/shared/dates", () => ({ DateTimeText: () => "TIME" }));
vi.mock("@/components/shared/get-money", () => ({ getMoney: async () => String }));
vi.mock("@/db/client", () => ({ db: () => null }));
vi.mock("@/lib/actions/office", () => ({ answerWaitingAction: () => null }));
vi.mock("@/lib/domain/operator/deeds", () => ({ listWaiting: vi.fn() }));
vi.mock("@/lib/domain/operator/queries", () => ({ selectUsernames: async () => new Map() }));
vi.mock("@/lib/web/session/office", () => ({
  requireOffice: async () => ({ id: "operator", name: "ines" }),
}));
vi.mock("@/lib/web/titled", () => ({ titled: () => null }));

const waiting = { id: "1", personId: "owner", amount: 30_000, reason: "seen", askedBy: "other" };

it.each([
  ["decide", { kind: "request", id: "the-request", measure: "returned" }, true],
  ["decide", { kind: "person", id: "the-person", measure: "suspended" }, false],
  ["clear_review", { requestId: "the-request" }, true],
  ["refund", { reference: "the-payment" }, false],
])("what waits names the request that it is about: %s of %j", async (deed, input, isOfRequest) => {
  const row = { ...waiting, askedAt: new Date(), deed, input } as unknown as Approval;
  vi.mocked(listWaiting).mockResolvedValue([row]);
  const page = renderToStaticMarkup(await WaitingPage());
  expect(page.includes('href="/?request=the-request"')).toBe(isOfRequest);
});
