import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { PAID_BY } from "@/lib/ground/vocabulary";
import {
  canMove,
  duePayouts,
  keyOf,
  type MoveFacts,
  nextPayoutCheck,
  type PayableRequest,
  releaseOf,
  retryAt,
  takeBackEndedUntil,
  takeBackUntil,
} from "./rules";

const AT = new Date("2026-12-20T12:00:00Z");
const ago = (days: number) => new Date(AT.getTime() - days * DAY);

const READY = { transfers: "active", payouts: "active", closedAt: null } as const;

const FREE: MoveFacts = {
  left: 1000,
  isOwed: true,
  isGoingBack: false,
  isTaken: false,
  isHeld: false,
  isUnchecked: false,
  isErased: false,
  account: READY,
  settledAt: ago(2),
  paidBy: "ideal",
  firstPayoutAt: ago(100),
  heldUntil: null,
};

describe("canMove", () => {
  it("moves what is owed, free and released, to an account that is ready", () => {
    expect(canMove(FREE, AT)).toBe(true);
  });

  it.each([
    ["nothing is left", { left: 0 }],
    ["it is not owed", { isOwed: false }],
    ["it goes back", { isGoingBack: true }],
    ["a transfer has it", { isTaken: true }],
    ["it is held", { isHeld: true }],
    ["the recipient is erased", { isErased: true }],
    ["there is no account", { account: null }],
    ["transfers are not active", { account: { ...READY, transfers: "pending" as const } }],
    ["payouts are not active", { account: { ...READY, payouts: "restricted" as const } }],
    ["the account is closed", { account: { ...READY, closedAt: ago(1) } }],
    ["it settled later", { settledAt: new Date(ago(2).getTime() + 1) }],
    ["it takes longer by card", { paidBy: "card" as const }],
    ["it is the first payout", { firstPayoutAt: null }],
    ["the password was reset", { heldUntil: new Date(AT.getTime() + 1) }],
  ])("moves nothing when %s", (_, facts) => {
    expect(canMove({ ...FREE, ...facts }, AT)).toBe(false);
  });

  it("decides about a first payout when the donation settles", () => {
    const settled = { ...FREE, settledAt: ago(6), firstPayoutAt: ago(5) };
    expect(releaseOf(settled)).toEqual({ at: new Date(ago(6).getTime() + 7 * DAY), reason: "first_payout" });
  });
});

describe("duePayouts", () => {
  const request = (
    requestId: string,
    facts: Partial<PayableRequest<string>> = {},
  ): PayableRequest<string> => ({
    requestId,
    isCompleted: false,
    waiting: 0,
    lastDonationAt: ago(1),
    waitingSince: ago(20),
    hasFailed: false,
    donations: [`donation of ${requestId}`],
    ...facts,
  });

  it("pays out each reached goal whose donations are all free", () => {
    expect(
      duePayouts(
        [
          request("coat", { isCompleted: true }),
          request("shoes", { isCompleted: true, waiting: 1 }),
          request("bike"),
          request("hat", { isCompleted: true, donations: [] }),
        ],
        AT,
      ),
    ).toEqual([{ cause: "goal", requestId: "coat", donations: ["donation of coat"] }]);
  });

  it("pays out everything else together that got no donation for 14 days", () => {
    const quiet = { lastDonationAt: ago(14) };
    expect(
      duePayouts([request("coat", quiet), request("shoes", { ...quiet, isCompleted: true, waiting: 1 })], AT),
    ).toEqual([{ cause: "quiet", requestId: null, donations: ["donation of coat", "donation of shoes"] }]);
    expect(duePayouts([request("coat", quiet), request("bike")], AT)).toEqual([
      { cause: "quiet", requestId: "coat", donations: ["donation of coat"] },
    ]);
    expect(duePayouts([request("coat", { lastDonationAt: new Date(ago(14).getTime() + 1) })], AT)).toEqual(
      [],
    );
  });

  it.each([
    ["waits for 60 days", { waitingSince: ago(60) }],
    ["was in a payout that failed", { hasFailed: true }],
  ])("pays out what %s, although it still gets donations", (_, facts) => {
    expect(duePayouts([request("coat", facts), request("bike", { waitingSince: ago(59) })], AT)).toEqual([
      { cause: "quiet", requestId: "coat", donations: ["donation of coat"] },
    ]);
  });
});

it("repeats a call with its key, and a refused one with another", () => {
  expect([0, 1, 2].map((tries) => keyOf("payout-1", tries))).toEqual([
    "payout-1",
    "payout-1-try-2",
    "payout-1-try-3",
  ]);
});

it("tries again after a quarter of the age, between a minute and an hour", () => {
  const minutes = (days: number) => (retryAt({ createdAt: ago(days) }, AT).getTime() - AT.getTime()) / 60_000;
  expect([0, 1 / 24, 1, 30].map(minutes)).toEqual([1, 15, 60, 60]);
});

describe("taking back", () => {
  const settledAt = new Date("2026-11-26T12:00:00Z");
  const facts = { settledAt, paidBy: "ideal", firstPayoutAt: new Date(0), heldUntil: null } as const;
  const dayOf = (days: number) => new Date(settledAt.getTime() + days * DAY);

  it("is possible until the release, and at least a day", () => {
    expect(takeBackUntil(facts)).toEqual(dayOf(2));
    expect(takeBackUntil({ ...facts, heldUntil: dayOf(9) })).toEqual(dayOf(9));
    fc.assert(
      fc.property(fc.constantFrom(...PAID_BY), fc.boolean(), (paidBy, isFirst) => {
        const each = { ...facts, paidBy, firstPayoutAt: isFirst ? null : new Date(0) };
        expect(takeBackUntil(each).getTime()).toBeGreaterThanOrEqual(dayOf(1).getTime());
        expect(takeBackUntil(each).getTime()).toBeGreaterThanOrEqual(releaseOf(each).at.getTime());
      }),
    );
  });

  it.each([
    ["none", [], 0, null],
    ["two", [5, 0], 6, null],
    ["three within 30 days", [30, 10, 0], 31, 60],
    ["three, but not within 30 days", [31, 10, 0], 32, null],
    ["three, and 30 days later", [20, 10, 0], 50, null],
    ["the day before that", [20, 10, 0], 49, 50],
  ] as const)("ends after three within 30 days: %s", (_, times, today, until) => {
    const at = times.map(dayOf);
    expect(takeBackEndedUntil(at, dayOf(today))).toEqual(until === null ? null : dayOf(until));
  });
});

describe("nextPayoutCheck", () => {
  it.each([
    ["it is not paid", null, HOUR],
    ["it was paid today", AT, HOUR],
    ["it was paid a week ago", ago(7), DAY],
    ["it can fail for a minute more", new Date(ago(14).getTime() + MINUTE), MINUTE],
    ["it cannot fail any more", ago(14), null],
  ])("when %s", (_, paidAt, wait) => {
    const next = nextPayoutCheck(paidAt, AT);
    expect(next && next.getTime() - AT.getTime()).toBe(wait);
  });
});
