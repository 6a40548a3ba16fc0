import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  accepted,
  answersLater,
  button,
  field,
  ready,
  refusal,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { DeedForm } from "./deed-form";

const action = vi.fn();
const form = (
  <DeedForm<{ reference: string; reason: string; amount: string }>
    action={action}
    about={{ reference: "p1" }}
    submit="Refund"
    fields={[{ name: "amount", label: "How much", kind: "line" }]}
  />
);
const amount = () => field("How much");
const reason = () => field(t("office.form.reason"));

async function send(typed = "a test") {
  const shown = show(form);
  await shown.user.type(amount(), "10");
  await shown.user.type(reason(), typed);
  await shown.user.click(button("Refund"));
  return shown;
}

it("a deed is sent once, with what it is about, and its form is empty once it is done", async () => {
  const answer = answersLater(action);
  const { user, findByText } = await send();
  const sending = button(t("office.form.sending"));
  // A disabled one would lose the focus.
  expect([sending.disabled, document.activeElement]).toEqual([false, sending]);
  await user.click(sending);
  expect(action).toHaveBeenCalledExactlyOnceWith(
    { amount: "10", reason: "a test", reference: "p1" },
    expect.any(String),
  );
  answer.resolve(accepted({ waits: null }));
  expect(await findByText(t("office.form.done"))).toBeDefined();
  await waitFor(() => expect([amount().value, reason().value]).toEqual(["", ""]));
});

it("what is typed while a deed is at work stays", async () => {
  const answer = answersLater(action);
  const { user } = await send();
  await user.clear(amount());
  await user.type(amount(), "20");
  answer.resolve(accepted({ waits: null }));
  await ready(() => button("Refund"));
  expect(amount().value).toBe("20");
});

it("a deed that needs a second operator links to where it waits", async () => {
  action.mockResolvedValue(accepted({ waits: "w1" }));
  await send();
  const link = await screen.findByRole("link", { name: t("office.form.waitsLink") });
  expect(link.getAttribute("href")).toBe("/office/waiting#w1");
});

it("what is wrong with a field is said there, and everything stays typed", async () => {
  action.mockResolvedValue(refusal("VALIDATION_ERROR", "Check", { fields: { reason: "Say why" } }));
  const { findByText } = await send("x");
  expect(await findByText("Say why")).toBeDefined();
  expect([amount().value, reason().value]).toEqual(["10", "x"]);
  expect(router.refresh).not.toHaveBeenCalled();
});

it("a deed that is refused says why in the form, and the page is reloaded; the next try clears it", async () => {
  action.mockResolvedValueOnce(refusal("REFUSED", "It was refunded already."));
  action.mockResolvedValueOnce(accepted({ waits: null }));
  const { user } = await send();
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  const said = () => screen.queryAllByText("It was refunded already.", { selector: "form p" });
  await waitFor(() => expect(said()).toHaveLength(1));
  await user.click(await ready(() => button("Refund")));
  await waitFor(() => expect(said()).toHaveLength(0));
});

it("after a lost answer the same deed is sent under the same key, another one under its own", async () => {
  action.mockReset();
  action
    .mockRejectedValueOnce(new Error("Failed to fetch"))
    .mockRejectedValueOnce(new Error("Failed to fetch"));
  action.mockResolvedValueOnce(accepted({ waits: null }));
  const { user } = await send();
  await user.click(await ready(() => button("Refund")));
  await ready(() => button("Refund"));
  await user.type(reason(), " of it");
  await user.click(button("Refund"));
  const keys = action.mock.calls.map(([, key]) => key);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});
