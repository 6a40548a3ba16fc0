import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { refusal, router, show, t } from "@/tests/support/screen";
import { RequestForm } from "./request-form";

const actions = vi.hoisted(() => ({ create: vi.fn(), update: vi.fn() }));
vi.mock("@/lib/actions/requests", () => ({ createRequestAction: actions.create }));
vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: actions.update }));

const scrolled = vi.fn();
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
});

const REQUESTER = {
  id: "u1",
  username: "samira",
  name: "Samira",
  avatar: "🙂",
  profileImageUrl: null,
  isPremium: false,
  totalGiven: null,
  subscriptionTier: "none",
  delivered: { of: 0, done: 0 },
  canBePaidOut: false,
} as const;

it("a request without a way to be paid leads to that question, which says what to tap", async () => {
  actions.create.mockResolvedValueOnce(refusal("PAYMENT_METHOD_REQUIRED", "First choose how you get paid."));
  actions.update.mockResolvedValue({ ok: true, data: null });
  const { user } = show(
    <RequestForm
      requester={REQUESTER}
      leftToAsk={null}
      goalLimit={50_000}
      activeLimit={3}
      boosts={{ normal: 0, premium: 0 }}
      blocker="PAYMENT_METHOD_REQUIRED"
      renderedAt={0}
    />,
  );
  await user.type(screen.getByLabelText(t("request.create.item")), "A coat");
  await user.type(screen.getByLabelText(t("request.create.amount")), "60");
  await user.type(screen.getByLabelText(t("request.create.description")), "It is getting cold.");
  await user.click(screen.getByRole("button", { name: t("request.create.submit") }));

  const bankName = t("request.create.payoutQuestion.bank");
  const what = t("request.create.payoutQuestion.missing", { bank: bankName });
  const bank = screen.getByRole<HTMLInputElement>("radio", { name: new RegExp(bankName) });
  await screen.findByText(what);
  expect(document.activeElement).toBe(bank);
  expect(scrolled.mock.contexts).toEqual([bank.closest("fieldset")]);

  await user.click(bank);
  await waitFor(() => expect(screen.queryByText(what)).toBeNull());
  actions.create.mockResolvedValueOnce({ ok: true, data: { id: "r1" } });
  await user.click(screen.getByRole("button", { name: t("request.create.submit") }));
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/request/live?id=r1"));
});
