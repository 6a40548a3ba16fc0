import { expect, it, vi } from "vitest";
import { findEnding } from "@/app/(shell)/profile/find-ending";
import { newId } from "@/db/schema";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { walletDonationOutcome } from "@/lib/domain/donations/outcome";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { openBooks } from "../support/books";
import { addPerson } from "../support/people";

const { database, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });

it("asks the provider how a purchase ended only so often for one person, however often the page is opened", async () => {
  const [buyer, other] = [await addPerson(database.db), await addPerson(database.db)];
  const buy = async (viewer: { id: string }) => {
    const id = newId();
    const order = {
      boostType: "normal",
      quantity: 1,
      method: "paypal",
      description: "1",
      locale: "en",
    } as const;
    await startBoostPurchase(context, viewer, { ...order, returnPath: "/profile" }, id);
    return id;
  };
  const [mine, theirs] = [await buy(buyer), await buy(other)];
  const asked = vi.spyOn(wallet, "findPayment");
  const { max } = LIMITS.askAboutPayment;
  for (let i = 0; i < max; i += 1) {
    expect(await findEnding(context, buyer, { purchase: mine })).toMatchObject({
      outcome: { state: "open" },
    });
  }
  expect(await findEnding(context, buyer, { purchase: mine })).toMatchObject({
    outcome: { state: "unavailable" },
  });
  expect(asked).toHaveBeenCalledTimes(max);
  asked.mockClear();
  for (let page = 0; page < 150; page += 1) {
    expect(await purchaseOutcome(context, other, mine)).toEqual({ state: "unknown" });
    expect(await walletDonationOutcome(context, other, mine)).toEqual({ state: "unknown" });
    expect(await subscriptionOutcome(context, other, mine)).toEqual({ state: "unknown" });
  }
  expect(asked).not.toHaveBeenCalled();
  expect(await findEnding(context, other, { purchase: theirs })).toMatchObject({
    outcome: { state: "open" },
  });
});
