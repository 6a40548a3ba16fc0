import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Modal } from "@/components/ui/dialog";
import { MIN_DONATION } from "@/lib/ground/money";
import { REQUEST, show, t } from "@/tests/support/screen";
import { AmountStep } from "./amount-step";
import { NO_NOTE } from "./note-field";

function Amounts({ raised, ...props }: { chosen: number | null; raised: number; onChosen: () => void }) {
  const [note, setNote] = useState(NO_NOTE);
  return <AmountStep request={{ ...REQUEST, raised }} note={note} onNote={setNote} {...props} />;
}

function open(chosen: number | null = null, raised = REQUEST.raised) {
  const onChosen = vi.fn();
  const dialog = (now: number) => (
    <Modal onClose={vi.fn()} onClosed={vi.fn()}>
      <Amounts chosen={chosen} raised={now} onChosen={onChosen} />
    </Modal>
  );
  const shown = show(dialog(raised));
  const field = screen.getByLabelText(t("donate.amount")) as HTMLInputElement;
  return { ...shown, onChosen, field, isRaised: (now: number) => shown.change(dialog(now)) };
}
const submit = () => screen.getByRole("button", { name: /^(Donate|Choose)/ });

it("without an amount nothing is chosen, and the field gets the focus", async () => {
  const { user, onChosen, field } = open();
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  await user.click(submit());
  expect(onChosen).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
});

it("a quick amount fills the field and is marked; what is chosen is cents, the button names the total", async () => {
  const { user, onChosen, field } = open();
  const small = screen.getByRole("button", { name: /Small contribution/ });
  await user.click(small);
  expect(field.value).toBe("25.00");
  expect(small.getAttribute("aria-pressed")).toBe("true");
  expect(submit().textContent).toBe(t("donate.submit", { amount: "€25.50" }));
  await user.click(submit());
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(2_500);
});

it("an amount above the rest becomes the rest, and says so until another is typed", async () => {
  const { user, onChosen, field } = open();
  await user.type(field, "90");
  expect(field.value).toBe("80.00");
  expect(screen.getByText(t("donate.clamped"))).toBeDefined();
  await user.keyboard("{Enter}");
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(8_000);
  await user.clear(field);
  await user.type(field, "12,5");
  expect(screen.queryByText(t("donate.clamped"))).toBeNull();
  await user.keyboard("{Enter}");
  expect(onChosen).toHaveBeenLastCalledWith(1_250);
});

it("a typed amount becomes the rest when others give meanwhile, and says so", async () => {
  const { user, onChosen, field, isRaised } = open();
  await user.type(field, "50");
  isRaised(9_000);
  expect(field.value).toBe("10.00");
  expect(screen.getByText(t("donate.clamped")).closest("[aria-live=polite]")).not.toBeNull();
  await user.click(submit());
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(1_000);
});

const INVALID = t("common.amountLike", { problem: t("donate.invalid"), example: "150.00" });

it("the currency may be typed too", async () => {
  const { user, onChosen, field } = open();
  await user.type(field, "€ 12,50 ");
  await user.keyboard("{Enter}");
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(1_250);
});

it.each([
  ["12.345", t("donate.decimals")],
  ["abc", INVALID],
  ["-5", INVALID],
])("%s is refused with a sentence and chooses nothing", async (typed, sentence) => {
  const { user, onChosen, field } = open();
  await user.type(field, typed);
  expect(screen.getByText(sentence)).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await user.keyboard("{Enter}");
  expect(onChosen).not.toHaveBeenCalled();
});

it("less than the minimum is refused", async () => {
  const { user, onChosen, field } = open();
  await user.type(field, ((MIN_DONATION - 1) / 100).toFixed(2));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await user.keyboard("{Enter}");
  expect(onChosen).not.toHaveBeenCalled();
});

it("zero is an error only after the field was left: it may begin 0.50", async () => {
  const { user, field } = open();
  await user.type(field, "0");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await user.tab();
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("coming back shows the amount chosen before", () => {
  expect(open(1_234).field.value).toBe("12.34");
});

it("a message is asked for only when somebody wants to write one, and says who reads it", async () => {
  const { user } = open();
  expect(screen.queryByLabelText(t("donate.note.label"))).toBeNull();
  await user.click(screen.getByRole("button", { name: t("donate.note.add") }));
  const field = screen.getByLabelText(t("donate.note.label")) as HTMLTextAreaElement;
  expect(document.activeElement).toBe(field);
  await user.type(field, "Go for it!");
  expect(field.value).toBe("Go for it!");
  expect(screen.getByText(/270 characters left\. Only the person/)).toBeDefined();
  await user.click(screen.getByLabelText(t("donate.note.shown")));
  expect(screen.queryByText(/Only the person/)).toBeNull();
});
