import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  answers,
  answersLater,
  button,
  isBusy,
  noButton,
  problem,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { GuestChoices } from "./guest-choices";

const choices = (props: Partial<Parameters<typeof GuestChoices>[0]> = {}) => (
  <GuestChoices
    donationId="d1"
    token="secret"
    anonymous
    name="Mina"
    isSignedIn={false}
    loginHref="/auth?next=%2Fr%2Fsecret"
    takeableUntil="2026-11-29T12:00:00.000Z"
    {...props}
  />
);
const receipt = (name: "hidden" | "hide" | "claim" | "claimLogin") => t(`give.receipt.${name}`);

it("a guest who gave anonymously shows the name they left, or hides it again", async () => {
  const fetch = answers({ body: {} });
  const { user, change } = show(choices());
  expect(screen.getByText(receipt("hidden"))).toBeDefined();
  await user.click(button(t("give.receipt.show", { name: "Mina" })));
  change(choices({ anonymous: false }));
  await user.click(button(receipt("hide")));
  expect(sent(fetch)).toEqual([
    { receiptToken: "secret", anonymous: false },
    { receiptToken: "secret", anonymous: true },
  ]);
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

it("while a choice is sent the focus stays on its button, and no other is sent", async () => {
  const fetch = answers({ body: {} });
  answersLater(fetch);
  const { user } = show(choices({ isSignedIn: true }));
  const shows = t("give.receipt.show", { name: "Mina" });
  await user.click(button(receipt("claim")));
  await user.click(button(shows));
  expect(fetch).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button(shows));
  for (const name of [shows, receipt("claim")]) {
    expect([isBusy(name), button(name).disabled]).toEqual([true, false]);
  }
});

it("without a name there is nothing to show, and what is too late cannot be taken back", () => {
  show(choices({ name: null, takeableUntil: null }));
  expect(screen.queryByText(receipt("hidden"))).toBeNull();
  expect(noButton(t("takeBack.button"))).toBe(true);
});

it("the donation is claimed by an account; the server's refusal is said", async () => {
  const fetch = answers({ status: 403, body: problem("FORBIDDEN", "Confirm your address first.") });
  const { user, change, findByText } = show(choices());
  const login = screen.getByRole("link", { name: receipt("claimLogin") });
  expect(login.getAttribute("href")).toBe("/auth?next=%2Fr%2Fsecret");
  change(choices({ isSignedIn: true }));
  await user.click(button(receipt("claim")));
  expect(await findByText("Confirm your address first.")).toBeDefined();
  expect(sent(fetch)).toEqual([{ token: "secret" }]);
  expect(router.refresh).not.toHaveBeenCalled();
});

it("a claim whose answer was lost is sent once more, as the same one", async () => {
  const fetch = answers(null, { body: {} });
  const { user } = show(choices({ isSignedIn: true }));
  await user.click(button(receipt("claim")));
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  const keys = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get("Idempotency-Key"));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});
