import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import { addMonth, isRunning, judgePayment, nextCheck, planOf, withoutPeriod } from "./rules";
import type { Subscription } from "./types";

const at = (iso: string) => new Date(iso);
const PAID = at("2026-03-10T10:00:00Z");

const gold = {
  id: "s",
  tier: "gold",
  amount: 499,
  currency: "eur",
  endRequestedAt: null,
} as Subscription;
const diamond: Subscription = { ...gold, tier: "diamond", amount: 999 };
const payment = { amount: 499, currency: "eur", paidAt: PAID };
const nothing = { tier: "none", expiry: null } as const;
const circumstances = { subscription: gold, entitlement: nothing, isOurs: true, nextPaymentAt: null };

it.each([
  ["2026-03-10T10:00:00.123Z", "2026-04-10T10:00:00.123Z"],
  ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"],
  ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00Z"],
  ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59Z"],
])("a month after %s is %s", (from, to) => {
  expect(addMonth(at(from))).toEqual(at(to));
});

it("a month is 28 to 31 days, from any time", () => {
  const dates = fc.date({
    min: at("2020-01-01T00:00:00Z"),
    max: at("2040-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (from) => {
      const days = (addMonth(from).getTime() - from.getTime()) / 86_400_000;
      expect(Number.isInteger(days) && days >= 28 && days <= 31).toBe(true);
    }),
  );
});

it("names another plan for another price or currency, whatever the product is called", () => {
  expect(planOf(gold, "Steuntje")).toEqual({
    key: "gold-499-eur",
    name: "Steuntje Gold",
    amount: 499,
    currency: "eur",
  });
  expect(planOf({ ...diamond, currency: "usd" }, "Other").key).toBe("diamond-999-usd");
});

describe("what a payment buys", () => {
  it("a month from when it was made", () => {
    const until = { period: { start: PAID, end: at("2026-04-10T10:00:00Z") } };
    expect(judgePayment(payment, circumstances)).toEqual(until);
    const expired = { tier: "gold", expiry: at("2026-03-10T10:00:00Z") } as const;
    expect(judgePayment(payment, { ...circumstances, entitlement: expired })).toEqual(until);
  });

  it("a month after what is left of the same tier", () => {
    const entitlement = { tier: "gold", expiry: at("2026-03-15T00:00:00Z") } as const;
    expect(judgePayment(payment, { ...circumstances, entitlement })).toEqual({
      period: { start: entitlement.expiry, end: at("2026-04-15T00:00:00Z") },
    });
  });

  it("diamond at once, whatever is left of gold", () => {
    const entitlement = { tier: "gold", expiry: at("2026-04-09T00:00:00Z") } as const;
    const bought = judgePayment(
      { ...payment, amount: 999 },
      { ...circumstances, subscription: diamond, entitlement },
    );
    expect(bought).toEqual({ period: { start: PAID, end: at("2026-04-10T10:00:00Z") } });
  });

  it.each([
    ["2026-04-11T10:00:00Z", "2026-04-11T10:00:00Z"],
    ["2026-04-09T10:00:00Z", "2026-04-10T10:00:00Z"],
    ["2026-05-10T10:00:00Z", "2026-04-10T10:00:00Z"],
  ])("until the next payment when that is a little later: %s", (next, end) => {
    expect(judgePayment(payment, { ...circumstances, nextPaymentAt: at(next) })).toEqual({
      period: { start: PAID, end: at(end) },
    });
  });

  it.each([
    ["another amount", { ...payment, amount: 498 }, {}, "mismatch"],
    ["another currency", { ...payment, currency: "usd" }, {}, "mismatch"],
    ["another agreement", payment, { isOurs: false }, "mismatch"],
    [
      "an agreement that was to end",
      payment,
      { subscription: { ...gold, endRequestedAt: at("2026-03-10T09:59:59Z") } },
      "plan_ended",
    ],
    [
      "gold while diamond runs",
      payment,
      { entitlement: { tier: "diamond", expiry: at("2026-03-10T10:00:01Z") } as const },
      "plan_ended",
    ],
  ])("nothing for %s", (_, paid, changed, refused) => {
    expect(judgePayment(paid, { ...circumstances, ...changed })).toEqual({ refused });
  });

  it("gold once diamond has ended", () => {
    const entitlement = { tier: "diamond", expiry: PAID } as const;
    expect(judgePayment(payment, { ...circumstances, entitlement })).toHaveProperty("period");
  });
});

describe("a period that is taken back", () => {
  const period = { start: at("2026-03-10T00:00:00Z"), end: at("2026-04-10T00:00:00Z") };
  const now = at("2026-03-20T00:00:00Z");

  it("ends the tier now when it was the running one", () => {
    const left = withoutPeriod({ tier: "gold", expiry: period.end }, "gold", period, now);
    expect(left).toEqual({ tier: "gold", expiry: now });
    expect(isRunning(left, now)).toBe(false);
  });

  it("moves up what was paid for after it", () => {
    const left = withoutPeriod({ tier: "gold", expiry: at("2026-05-10T00:00:00Z") }, "gold", period, now);
    expect(left.expiry).toEqual(at("2026-04-19T00:00:00Z"));
  });

  it("changes nothing when it has passed, or when another tier runs", () => {
    const later = { tier: "gold", expiry: at("2026-06-10T00:00:00Z") } as const;
    expect(withoutPeriod(later, "gold", period, at("2026-05-20T00:00:00Z"))).toEqual(later);
    const upgraded = { tier: "diamond", expiry: at("2026-04-15T00:00:00Z") } as const;
    expect(withoutPeriod(upgraded, "gold", period, now)).toEqual(upgraded);
  });
});

describe("the next check", () => {
  const now = at("2026-03-20T00:00:00Z");
  const minutesUntil = (time: Date | null) => time && (time.getTime() - now.getTime()) / 60_000;
  const running = {
    status: "active",
    endRequestedAt: null,
    endedAt: null,
    paymentAwaitedSince: null,
  } as const;
  const awaited = (minutes: number) => ({
    ...running,
    paymentAwaitedSince: new Date(now.getTime() - minutes * 60_000),
  });
  const calm = { expiry: at("2026-04-10T00:00:00Z"), refundDue: false };

  it.each([
    ["a running one", running, calm, 1440],
    ["one about to end", running, { ...calm, expiry: at("2026-03-20T01:00:00Z") }, 70],
    ["one that just ended", running, { ...calm, expiry: at("2026-03-19T23:45:00Z") }, 10],
    ["one that ended long ago", running, { ...calm, expiry: at("2026-01-19T00:00:00Z") }, 1440],
    ["one whose payment is on its way", awaited(0), { expiry: null, refundDue: false }, 1],
    ["one whose payment has been on its way for a minute", awaited(1), calm, 1],
    ["one whose payment has been on its way for five minutes", awaited(5), calm, 5],
    ["one whose payment has been on its way for half an hour", awaited(30), calm, 30],
    ["one whose payment has been on its way for two days", awaited(2_880), calm, 1440],
    ["one that ended with a payment on its way", { ...awaited(5), endedAt: now }, calm, 5],
    ["one to be ended", { ...running, endRequestedAt: now }, calm, 10],
    ["one that owes a refund", { ...running, endedAt: now }, { ...calm, refundDue: true }, 10],
    ["an ended one", { ...running, endedAt: now }, calm, 10_080],
    ["one that ended in another year", { ...running, endedAt: at("2025-03-20T00:00:00Z") }, calm, null],
  ] as const)("at %s comes in time", (_, subscription, state, minutes) => {
    expect(minutesUntil(nextCheck(subscription, state, now))).toBe(minutes);
  });
});
