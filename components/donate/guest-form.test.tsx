import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, show, t } from "@/tests/support/screen";
import { GuestForm } from "./guest-form";

const scrolled = vi.fn();
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
});

function open() {
  const shown = show(
    <GuestForm
      request={{ id: "r1", goal: 10_000, raised: 0 }}
      token="a-gift-link"
      amounts={[1_000, 2_500, 5_000]}
      first={2_500}
      maximum={10_000}
      setup={{ publishableKey: "pk", sandbox: true, currency: "eur" }}
      locale="en"
    />,
  );
  const on = (total: string) => screen.getByRole("button", { name: t("give.on", { amount: total }) });
  return { ...shown, on, email: screen.getByLabelText(t("give.email")) };
}

it("a quick amount leaves the focus where it is, so that no keyboard covers the page", async () => {
  const { user, on } = open();
  const quick = screen.getByRole("button", { name: "€10.00" });
  await user.click(quick);
  expect(document.activeElement).toBe(quick);
  expect(on("€10.20")).toBeDefined();
});

it("the currency may be typed; what cannot be read is refused with an example", async () => {
  const { user, on } = open();
  const field = screen.getByLabelText(t("donate.amount"));
  await user.clear(field);
  await user.type(field, "20 euro");
  expect(on("€20.40")).toBeDefined();
  await user.type(field, " and more");
  await user.click(screen.getByRole("button", { name: t("donate.choose") }));
  expect(
    screen.getByText(t("common.amountLike", { problem: t("donate.invalid"), example: "150.00" })),
  ).toBeDefined();
});

it("going on brings the payment into view and reads it from its top", async () => {
  const fetch = answers(
    {
      body: {
        clientSecret: "pi_1_secret_2",
        donationAmount: 2_500,
        serviceFee: 50,
        totalAmount: 2_550,
        receiptUrl: "https://steuntje.example/r/token",
      },
    },
    { body: { methods: ["ideal", "card"] } },
  );
  const { user, on, email } = open();
  await user.type(email, "vera@example.org");
  await user.click(on("€25.50"));
  const step = await screen.findByRole("heading", { name: t("donate.cardTitle") });
  expect(document.activeElement).toBe(step);
  expect(scrolled.mock.contexts).toEqual([step]);

  // The provider says what comes first, and that is chosen.
  const first = await screen.findByRole<HTMLInputElement>("radio", {
    name: t("donate.sandbox.methods.ideal"),
  });
  expect(first.checked).toBe(true);
  expect(screen.getAllByRole("radio")[0]).toBe(first);
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  expect(fetch.mock.calls[1]?.[0]).toContain("locale=en");
});
