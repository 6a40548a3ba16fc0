import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show, t } from "@/tests/support/screen";
import { QuantityStepper } from "./quantity-stepper";

function Stepper({ from, disabled = false }: { from: number | null; disabled?: boolean }) {
  const [quantity, setQuantity] = useState<number | null>(from);
  return (
    <>
      <QuantityStepper quantity={quantity} disabled={disabled} onChange={setQuantity} />
      <output>{String(quantity)}</output>
    </>
  );
}
const field = () => screen.getByRole("spinbutton") as HTMLInputElement;
const button = (name: "fewer" | "more") => screen.getByRole("button", { name: t(`boosts.purchase.${name}`) });
const chosen = (container: HTMLElement) => container.querySelector("output")?.textContent;

it("buttons and arrow keys count from 1 to 50 and stop there", async () => {
  const { user, container } = show(<Stepper from={49} />);
  await user.click(button("more"));
  expect(button("more").getAttribute("aria-disabled")).toBe("true");
  await user.click(button("more"));
  expect(chosen(container)).toBe("50");
  await user.click(field());
  await user.keyboard("{PageDown}{ArrowDown}");
  expect(chosen(container)).toBe("44");
  expect(field().getAttribute("aria-valuenow")).toBe("44");
});

it("more than can be bought becomes the most, and says so", async () => {
  const { user, container } = show(<Stepper from={1} />);
  await user.type(field(), "99");
  expect(chosen(container)).toBe("50");
  expect(screen.getByText(t("boosts.purchase.clamped", { max: 50 }))).toBeDefined();
  await user.click(button("fewer"));
  expect(screen.queryByText(t("boosts.purchase.clamped", { max: 50 }))).toBeNull();
});

it("what is no number stays in the field with an error; an emptied field becomes one", async () => {
  const { user, container } = show(<Stepper from={null} />);
  await user.type(field(), "2x");
  expect(chosen(container)).toBe("null");
  expect(field().value).toBe("2x");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await user.tab();
  expect(field().value).toBe("2x");
  await user.clear(field());
  await user.tab();
  expect(chosen(container)).toBe("1");
});

it("while a payment is prepared nothing moves", async () => {
  const { user, container } = show(<Stepper from={3} disabled />);
  await user.click(button("more"));
  await user.type(field(), "{ArrowUp}7");
  expect(chosen(container)).toBe("3");
});
