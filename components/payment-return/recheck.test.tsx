import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { button, noButton, router, show, t } from "@/tests/support/screen";
import { Recheck } from "./recheck";

beforeEach(() => vi.useFakeTimers());
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it("asks ever more rarely how a payment ended, and at last only when the person asks", async () => {
  show(<Recheck later="Come back later." />);
  expect(screen.getByText(t("paymentSuccess.checking"))).toBeDefined();
  await pass(1_400);
  expect(router.refresh).not.toHaveBeenCalled();
  await pass(200);
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await pass(2_500);
  expect(router.refresh).toHaveBeenCalledTimes(2);
  expect(noButton(t("paymentSuccess.checkNow"))).toBe(true);
  for (const pause of [4_000, 6_000, 10_000, 15_000, 20_000]) await pass(pause);
  expect(router.refresh).toHaveBeenCalledTimes(7);
  expect(screen.getByText("Come back later.")).toBeDefined();
  await pass(120_000);
  expect(router.refresh).toHaveBeenCalledTimes(7);
  await act(async () => button(t("paymentSuccess.checkNow")).click());
  expect(router.refresh).toHaveBeenCalledTimes(8);
});

it("nothing is asked any more once the page is left", async () => {
  const { change } = show(<Recheck later="Come back later." />);
  change(null);
  await pass(10_000);
  expect(router.refresh).not.toHaveBeenCalled();
});
