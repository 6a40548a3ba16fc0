import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { withdrawAction } from "@/lib/actions/withdrawals";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  openDialog,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { WithdrawButton } from "./withdraw-button";

vi.mock("@/lib/actions/withdrawals", () => ({ withdrawAction: vi.fn() }));
const action = vi.mocked(withdrawAction);

const PURCHASE = {
  id: "p1",
  kind: "boosts",
  what: "normal",
  quantity: 5,
  amount: 800,
  at: "2026-11-20T10:00:00.000Z",
  withdrawUntil: "2026-12-04T10:00:00.000Z",
  used: 2,
  comesBack: 480,
  returned: 0,
} as const;
const opener = t("profile.purchases.withdrawOf", { what: "5 × Normal" });

async function asked() {
  const shown = show(<WithdrawButton purchase={PURCHASE} what="5 × Normal" comesBack="€4.80" />);
  await shown.openBy(opener);
  return shown;
}
const confirm = () => button(t("profile.purchases.dialog.confirm"));

it("says what comes back and what was used before it asks; keeping it changes nothing", async () => {
  const { user } = await asked();
  expect(openDialog()?.textContent).toContain("€4.80");
  expect(openDialog()?.textContent).toContain(t("profile.purchases.dialog.boosts", { used: 2 }));
  await user.click(button(t("profile.purchases.dialog.keep")));
  await dialogCloses();
  expect(action).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button(opener)));
});

it("is withdrawn once, and says what comes back", async () => {
  const answer = answersLater(action);
  const { user, findByText } = await asked();
  await user.click(confirm());
  await user.click(confirm());
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  answer.resolve(accepted());
  expect(await findByText(t("toasts.withdrawn.text", { amount: "€4.80" }))).toBeDefined();
  expect(action).toHaveBeenCalledExactlyOnceWith({ kind: "boosts", id: "p1" }, expect.any(String));
  await dialogCloses();
});

it("a refusal says why and leaves the question open", async () => {
  action.mockResolvedValue(refusal("NOT_FOUND", "The 14 days are over."));
  const { user, findByText } = await asked();
  await user.click(confirm());
  expect(await findByText("The 14 days are over.")).toBeDefined();
  expect(openDialog()).not.toBeNull();
});
