import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { noteDonated } from "@/components/shared/donated";
import { takeRaisedBefore } from "@/components/shared/raised-before";
import { REQUEST, router, show } from "@/tests/support/screen";
import { MovingBar, PaidMark, RefreshOthers, ReplaceAddress } from "./after-payment";

afterEach(() => sessionStorage.clear());

it("the bar begins where it was, moves on, and the card in the feed moves from the same amount", () => {
  vi.useFakeTimers();
  show(<MovingBar request={REQUEST} raisedBefore={500} />);
  const bar = () => screen.getByRole("progressbar").getAttribute("aria-valuenow");
  expect(bar()).toBe("5");
  act(() => void vi.advanceTimersByTime(500));
  expect(bar()).toBe("20");
  expect(takeRaisedBefore("r1")).toBe(500);
});

it("that it is paid is said inside an element that was there before", async () => {
  show(<PaidMark text="Paid" />);
  const status = document.querySelector("p[role=status]");
  expect(status?.textContent).toBe("");
  await screen.findByText("Paid");
  expect(document.querySelector("p[role=status]")).toBe(status);
});

it("the other pages are reloaded once after a payment that was made in this document", () => {
  const { change } = show(<RefreshOthers />);
  expect(router.refresh).not.toHaveBeenCalled();
  change(null);
  noteDonated();
  change(<RefreshOthers />);
  change(null);
  change(<RefreshOthers />);
  expect(router.refresh).toHaveBeenCalledOnce();
});

it("the provider's address is replaced, because opened again it would try the payment once more", () => {
  window.history.replaceState(null, "", "/payment-success?token=approved");
  show(<ReplaceAddress href="/payment-success?donation=d1" />);
  expect(window.location.search).toBe("?donation=d1");
});
