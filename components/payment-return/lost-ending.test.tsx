import { expect, it, vi } from "vitest";
import { button, ready, show, t } from "@/tests/support/screen";
import { CheckoutEnding } from "./checkout-ending";
import type { Ending } from "./ending";

vi.mock("./ending-dialog", () => {
  throw new Error("Failed to load chunk /_next/static/a.js");
});

const ENDING = {
  id: "p1",
  cancelled: false,
  bought: "purchase",
  outcome: { state: "processing", boostType: "normal", quantity: 5, totalAmount: 800, approvalUrl: null },
} as unknown as Ending;

it("an outcome whose dialog's code is lost keeps its address, says why and can be tried again", async () => {
  window.history.replaceState(null, "", "/profile?purchase=p1");
  const { findByText } = show(<CheckoutEnding ending={ENDING} viewerId="u1" />);
  expect(await findByText(t("errors.mobile.offline"))).toBeDefined();
  expect(await ready(() => button(t("shell.fault.retry")))).toBeDefined();
  expect(window.location.search).toBe("?purchase=p1");
});
