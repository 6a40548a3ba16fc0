import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { takeBackAction } from "@/lib/actions/donations";
import {
  accepted,
  answers,
  answersLater,
  button,
  dialogCloses,
  isBusy,
  openDialog,
  refusal,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { TakeBack } from "./take-back";

vi.mock("@/lib/actions/donations", () => ({ takeBackAction: vi.fn() }));
const action = vi.mocked(takeBackAction);
const UNTIL = "2026-11-29T12:00:00.000Z";

async function asked(donation = <TakeBack donationId="d1" until={UNTIL} />) {
  const shown = show(donation);
  await shown.openBy(t("takeBack.button"));
  return shown;
}
const inDialog = (name: "button" | "keep") => button(t(`takeBack.${name}`));

it("says what taking back means before it is pressed, and keeping is the stronger answer", async () => {
  const { container } = await asked();
  expect(container.textContent).toMatch(/until .*2026.*get all your money back/i);
  expect(inDialog("keep").className).toContain("bg-primary");
  expect(inDialog("button").className).not.toContain("bg-primary");
});

it("nothing goes back without an answer, and the focus returns to the button", async () => {
  const { user } = await asked();
  await user.click(inDialog("keep"));
  await dialogCloses();
  expect(action).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button(t("takeBack.button"))));
});

it("the question stays open while the donation goes back, and is asked once", async () => {
  const answer = answersLater(action);
  const { user, findByText } = await asked();
  await user.click(inDialog("button"));
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  expect(isBusy(t("takeBack.button"))).toBe(true);
  await user.click(inDialog("button"));
  expect(action).toHaveBeenCalledExactlyOnceWith({ donationId: "d1" }, expect.any(String));
  answer.resolve(accepted());
  expect(await findByText(t("takeBack.done"))).toBeDefined();
  await dialogCloses();
});

it("a refusal says why and closes the question", async () => {
  action.mockResolvedValue(refusal("NOT_FOUND", "It is too late."));
  const { user, findByText } = await asked();
  await user.click(inDialog("button"));
  expect(await findByText("It is too late.")).toBeDefined();
  await dialogCloses();
});

it("a guest takes it back by the receipt, without a session", async () => {
  const fetch = answers({ body: {} });
  const { user, findByText } = await asked(<TakeBack donationId="d1" receiptToken="secret" until={UNTIL} />);
  await user.click(inDialog("button"));
  expect(await findByText(t("takeBack.done"))).toBeDefined();
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/gifts/d1/take-back");
  expect(sent(fetch)).toEqual([{ receiptToken: "secret" }]);
  expect(router.refresh).toHaveBeenCalledOnce();
  expect(action).not.toHaveBeenCalled();
});
