import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { giveBackAction } from "@/lib/actions/payouts";
import {
  accepted,
  answers,
  answersLater,
  button,
  field,
  leave,
  problem,
  ready,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { EraseDialog } from "./erase-dialog";

vi.mock("@/lib/actions/payouts", () => ({ giveBackAction: vi.fn() }));

function open(account: Partial<Parameters<typeof EraseDialog>[0]["account"]> = {}) {
  const onClose = vi.fn();
  const free = { username: "emma", subscriptionTier: "none", normalBoosts: 0, premiumBoosts: 0 } as const;
  const shown = show(<EraseDialog account={{ ...free, ...account }} onClose={onClose} onClosed={vi.fn()} />);
  return { ...shown, onClose };
}
const username = () => field(t("profile.data.erase.username"));
const erase = () => button(t("profile.data.erase.confirm"));

it("says what is lost: a plan and boosts only to those who have them", () => {
  const lost = ["plan", "boosts"] as const;
  open();
  for (const each of lost) expect(screen.queryByText(t(`profile.data.erase.points.${each}`))).toBeNull();
  open({ subscriptionTier: "gold", premiumBoosts: 1 });
  for (const each of lost) expect(screen.getByText(t(`profile.data.erase.points.${each}`))).toBeDefined();
});

it("a wrong username deletes nothing and is said at the field", async () => {
  const fields = { username: "That is not your username" };
  answers({ status: 400, body: problem("VALIDATION_ERROR", "Check", { fields }) });
  const { user, findByText } = open();
  await user.type(username(), "daan{Enter}");
  expect(await findByText("That is not your username")).toBeDefined();
  expect(document.activeElement).toBe(username());
  expect(leave).not.toHaveBeenCalled();
});

it("it does not close while the account is deleted, and then leaves with nothing in the tab", async () => {
  sessionStorage.setItem("request-draft", "typed");
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user, onClose } = open();
  await user.type(username(), "emma{Enter}");
  await user.keyboard("{Escape}");
  await user.click(button(t("common.cancel")));
  expect(onClose).not.toHaveBeenCalled();
  answer.resolve(Response.json({}));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("/auth?erased=1"));
  expect(fetch.mock.calls[0]?.[1].method).toBe("DELETE");
  expect(sent(fetch)).toEqual([{ username: "emma" }]);
  expect(sessionStorage.length).toBe(0);
});

it("money that is still owed comes first: after it was given back, the account can be deleted", async () => {
  answers({ status: 409, body: problem("MONEY_OWED", "Money is waiting.") });
  vi.mocked(giveBackAction).mockResolvedValue(accepted());
  const { user } = open();
  await user.type(username(), "emma{Enter}");
  const title = await screen.findByRole("heading", { name: t("profile.data.erase.owed.title") });
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.click(await ready(() => button(t("profile.data.erase.owed.giveBack"))));
  expect(await screen.findByText(t("profile.data.erase.owed.givenBack"))).toBeDefined();
  expect(giveBackAction).toHaveBeenCalledOnce();
  await waitFor(() => expect(erase()).toBeDefined());
});

it("without a network nothing is deleted, which is said", async () => {
  answers(null);
  const { user, findByText } = open();
  await user.type(username(), "emma{Enter}");
  expect(await findByText(t("profile.data.erase.failed"))).toBeDefined();
  await ready(erase);
});
