import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setClock } from "@/lib/ground/clock";
import { button, dialogCloses, field, openDialog, show, t } from "@/tests/support/screen";
import { SandboxCard } from "./sandbox-card";

const AT = new Date("2026-11-28T12:00:00Z");

function open(busy = false) {
  setClock(() => AT);
  const onCard = vi.fn();
  const onEdit = vi.fn();
  const form = (isBusy: boolean) => (
    <SandboxCard busy={isBusy} onCard={onCard} onEdit={onEdit}>
      <button type="submit">Pay</button>
    </SandboxCard>
  );
  const shown = show(form(busy));
  return { ...shown, onCard, onEdit, busy: () => shown.change(form(true)) };
}
type Name = "number" | "expiry" | "cvc";
const at = (name: Name) => field(t(`donate.fields.${name}`));
const wrong = (name: Name) => screen.queryByText(t(`donate.fields.problems.${name}`)) !== null;

it("says that no real money moves", () => {
  open();
  expect(screen.getByText(t("donate.sandbox.notice"))).toBeDefined();
});

it("a date that is past is refused at its field, which gets the focus", async () => {
  const { user, onCard } = open();
  await user.type(at("number"), "4242424242424242");
  await user.type(at("expiry"), "1026");
  await user.type(at("cvc"), "123{Enter}");
  expect([wrong("number"), wrong("expiry"), wrong("cvc")]).toEqual([false, true, false]);
  expect(at("expiry").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(at("expiry"));
  expect(onCard).not.toHaveBeenCalled();
  await user.clear(at("expiry"));
  await user.type(at("expiry"), "1126{Enter}");
  const card = { number: "4242 4242 4242 4242", expiry: "11 / 26", cvc: "123" };
  expect(onCard).toHaveBeenCalledExactlyOnceWith({ card, at: AT });
});

it("a test number says what it does; it fills the whole card and takes back what was wrong", async () => {
  const { user, onCard, onEdit } = open();
  await user.click(button("Pay"));
  expect(wrong("cvc")).toBe(true);
  await user.click(button(t("donate.sandbox.numbers")));
  await user.click(button(new RegExp(`9995.*${t("donate.sandbox.outcomes.insufficientFunds")}`)));
  await dialogCloses();
  expect(onEdit).toHaveBeenCalledOnce();
  expect([wrong("number"), wrong("expiry"), wrong("cvc")]).toEqual([false, false, false]);
  await user.click(button("Pay"));
  expect(onCard.mock.calls[0]?.[0].card).toEqual({
    number: "4000 0000 0000 9995",
    expiry: "12 / 34",
    cvc: "123",
  });
});

it("while a payment is under way nothing can be typed or sent again", async () => {
  const { user, onCard, busy } = open();
  await user.click(button(t("donate.sandbox.numbers")));
  await user.click(button(/4242/));
  expect(openDialog()).toBeNull();
  at("cvc").focus();
  busy();
  // A disabled one would lose the focus.
  expect([at("cvc").disabled, document.activeElement]).toEqual([false, at("cvc")]);
  await user.type(at("cvc"), "9");
  expect(at("cvc").value).toBe("123");
  await user.click(button("Pay"));
  expect(onCard).not.toHaveBeenCalled();
});
