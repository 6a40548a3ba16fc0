import { describe, expect, it } from "vitest";
import { FIRST_PAYOUT_DAYS, RELEASE_DAYS } from "./rules";
import { type WaitingGift, waitingOf } from "./waiting";

const DAY = 86_400_000;
const AT = new Date("2026-11-20T12:00:00Z");
const ago = (days: number) => new Date(AT.getTime() - days * DAY);
const facts = {
  firstPayoutAt: ago(300),
  heldUntil: null,
  isReady: true,
  isHeld: false,
  isMovedByPayout: false,
};

const gift = (changes: Partial<WaitingGift> = {}): WaitingGift => ({
  left: 1_000,
  settledAt: ago(100),
  paidBy: "ideal",
  isMoved: true,
  isHeld: false,
  ...changes,
});

describe("what a person's money waits for", () => {
  it("is nothing where nothing waits", () => {
    expect(waitingOf([], facts, AT)).toEqual({
      waiting: 0,
      waitingUntil: null,
      waitingBecause: null,
      canAsk: false,
    });
  });

  it("is the account first, whatever else there is", () => {
    const gifts = [gift(), gift({ settledAt: AT }), gift({ isHeld: true })];
    expect(waitingOf(gifts, { ...facts, isReady: false }, AT)).toEqual({
      waiting: 3_000,
      waitingUntil: null,
      waitingBecause: "payee",
      canAsk: false,
    });
  });

  it("is the next release date, with its reason, while the rest can be asked for", () => {
    const gifts = [gift(), gift({ settledAt: ago(1) }), gift({ settledAt: AT, paidBy: "card" })];
    expect(waitingOf(gifts, facts, AT)).toEqual({
      waiting: 3_000,
      waitingUntil: new Date(ago(1).getTime() + RELEASE_DAYS.ideal * DAY).toISOString(),
      waitingBecause: "method",
      canAsk: true,
    });
    expect(waitingOf([gift({ settledAt: ago(1) })], { ...facts, firstPayoutAt: null }, AT)).toMatchObject({
      waitingUntil: new Date(ago(1).getTime() + (RELEASE_DAYS.ideal + FIRST_PAYOUT_DAYS) * DAY).toISOString(),
      waitingBecause: "first_payout",
    });
  });

  it("is the end of the pause after new details, also for what was released", () => {
    const heldUntil = new Date(AT.getTime() + 3 * DAY);
    expect(waitingOf([gift()], { ...facts, heldUntil }, AT)).toMatchObject({
      waitingUntil: heldUntil.toISOString(),
      waitingBecause: "new_details",
      canAsk: false,
    });
  });

  it("is a hold where nothing else is free, and the goal where something is", () => {
    expect(waitingOf([gift({ isHeld: true })], facts, AT)).toMatchObject({
      waitingBecause: "hold",
      canAsk: false,
    });
    expect(waitingOf([gift({ isHeld: true }), gift()], facts, AT)).toMatchObject({
      waiting: 2_000,
      waitingUntil: null,
      waitingBecause: "goal",
      canAsk: true,
    });
  });

  it("can be asked for from 10.00 that is free", () => {
    expect(waitingOf([gift({ left: 999 }), gift({ isHeld: true })], facts, AT).canAsk).toBe(false);
    expect(waitingOf([gift({ left: 999 }), gift({ left: 1 })], facts, AT).canAsk).toBe(true);
  });

  it("can be asked for once it is in the account, if the account holds money", () => {
    const gifts = [gift({ isMoved: false })];
    expect(waitingOf(gifts, facts, AT)).toMatchObject({ waitingBecause: "goal", canAsk: false });
    expect(waitingOf(gifts, { ...facts, isMovedByPayout: true }, AT).canAsk).toBe(true);
  });

  it("is as if by the slowest method where the provider did not say which", () => {
    expect(waitingOf([gift({ settledAt: ago(3), paidBy: null })], facts, AT).waitingBecause).toBe("method");
  });
});
