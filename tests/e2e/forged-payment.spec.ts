import { expect, test } from "@playwright/test";
import type { DonationIntent } from "@/lib/domain/donations/schema";
import { contract } from "@/lib/web/contract";
import { Person } from "./person";
import { awaitEvents, tellSandbox } from "./sandbox";

test("trust 6: a forged or foreign payment on the return page thanks nobody and credits nothing", async ({
  browser,
  request,
}) => {
  const item = `Bril ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Lotte", "en");
  await asker.hasAsked(item, 5_000);
  const donor = await Person.signedIn(browser, "Milan", "en");
  const { page, t } = donor;
  const answered = page.waitForResponse((response) =>
    response.url().endsWith(contract.createPaymentIntent.path),
  );
  await donor.donate(item, "10", 1020);
  const { clientSecret } = (await (await answered).json()) as DonationIntent;
  const [id = ""] = clientSecret.split("_secret_");
  // From here on only a return page can tell the application that it is paid.
  await awaitEvents(request, id);
  await tellSandbox(request, "faults", { lose: true, times: 20, scope: { payment: id } });
  await tellSandbox(request, `payments/${id}/succeed`);

  const comeBack = async (person: Person, payment: string, secret: string) => {
    const query = new URLSearchParams({ payment_intent: payment, payment_intent_client_secret: secret });
    await person.page.goto(`/payment-success?${query}`);
  };
  const unknown = asker.page.getByRole("heading", { name: t("paymentSuccess.titles.unknown") });
  const card = asker.card(item);
  for (const [payment, secret] of [
    [id, `${id}_secret_guess`],
    ["pi_forged", clientSecret],
    ["pi_forged", "pi_forged_secret_x"],
  ] as const) {
    await comeBack(asker, payment, secret);
    await expect(unknown).toBeVisible();
  }
  await asker.page.goto("/");
  await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");

  await comeBack(donor, id, clientSecret);
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
  await asker.page.goto("/");
  await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "20");
});
