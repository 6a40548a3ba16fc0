import { expect, it } from "vitest";
import { payoutProblem } from "@/lib/domain/requests/rules";
import { type Payout, withoutAddress, withoutCard } from "./payout";

const all: Payout = {
  paymentMethod: "paypal",
  paypalEmail: "a@example.org",
  hasCard: true,
};

it.each([
  [all, { paypalEmail: null, paymentMethod: "visa" }],
  [
    { ...all, hasCard: false },
    { paypalEmail: null, paymentMethod: null },
  ],
  [{ ...all, paymentMethod: "applepay" }, { paypalEmail: null }],
] as const)("removes the address of %j", (payout, changes) => {
  expect(withoutAddress(payout)).toEqual(changes);
  expect(payoutProblem({ ...payout, ...withoutAddress(payout) })).not.toBe("PAYMENT_DETAILS_REQUIRED");
});

it.each([
  [all, { visaCardToken: null }],
  [
    { ...all, paymentMethod: "visa" },
    { visaCardToken: null, paymentMethod: "paypal" },
  ],
  [
    { ...all, paymentMethod: "applepay", paypalEmail: null },
    { visaCardToken: null, paymentMethod: null },
  ],
] as const)("removes the card of %j", (payout, changes) => {
  expect(withoutCard(payout)).toEqual(changes);
  const { visaCardToken: _, ...left } = withoutCard(payout);
  expect(payoutProblem({ ...payout, hasCard: false, ...left })).not.toBe("PAYMENT_DETAILS_REQUIRED");
});
