import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  button,
  dialogCloses,
  dialogOpens,
  openDialog,
  ready,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { CheckoutEnding } from "./checkout-ending";
import type { Ending } from "./ending";

const bought = (state: string, more: object = {}, cancelled = false) =>
  ({
    id: `p-${state}`,
    cancelled,
    bought: "purchase",
    outcome: { state, boostType: "normal", quantity: 5, totalAmount: 800, approvalUrl: null, ...more },
  }) as unknown as Ending;
const page = (ending: Ending | null) => <CheckoutEnding ending={ending} viewerId="u1" />;
const purchase = (name: "completed" | "cancelled" | "failed" | "processing") =>
  t(`checkout.ending.purchase.titles.${name}`);

beforeEach(() => window.history.replaceState(null, "", "/profile?purchase=p1"));
afterEach(() => sessionStorage.clear());

it("what was bought is said once, and the address is cleaned; the dialog stays until it is closed", async () => {
  const { user, change, findByText } = show(page(bought("completed")));
  await dialogOpens();
  expect(openDialog()?.textContent).toContain("€8.00");
  expect(await findByText(t("checkout.ending.purchase.toast"))).toBeDefined();
  expect(window.location.search).toBe("");
  expect(router.refresh).toHaveBeenCalledOnce();
  change(page(null));
  expect(openDialog()).not.toBeNull();
  await user.click(await ready(() => button(t("checkout.ending.done"))));
  await dialogCloses();
  change(page(null));
  expect(openDialog()).toBeNull();
});

it("one that is not settled is followed, its address kept, and settled when it is", async () => {
  const { change } = show(page({ ...bought("processing"), id: "p1" }));
  await dialogOpens();
  expect(openDialog()?.textContent).toContain(purchase("processing"));
  expect(window.location.search).toBe("?purchase=p1");
  change(page({ ...bought("completed"), id: "p1" }));
  await waitFor(() => expect(openDialog()?.textContent).toContain(purchase("completed")));
  expect(window.location.search).toBe("");
});

it("somebody who stopped at the provider's page can buy the same again", async () => {
  const { user } = show(page(bought("open", {}, true)));
  await dialogOpens();
  expect(openDialog()?.textContent).toContain(purchase("cancelled"));
  await user.click(await ready(() => button(t("checkout.ending.tryAgain"))));
  await dialogCloses();
  expect(window.location.search).toBe("?boost=normal&quantity=5");
});

it("a refused payment is paid otherwise at its provider", async () => {
  show(page(bought("failed", { approvalUrl: "https://pay.example/again" })));
  await dialogOpens();
  const link = screen.getByRole("link", { name: t("checkout.ending.payOtherwise") });
  expect(link.getAttribute("href")).toBe("https://pay.example/again");
});
