import { describe, expect, it } from "vitest";
import { DAY } from "@/lib/ground/durations";
import { FIRST_PAYOUT_DAYS, RELEASE_DAYS } from "./rules";
import { type WaitingDonation, waitingOf } from "./waiting";

const AT = new Date("2026-11-20T12:00:00Z");
const ago = (days: number) => new Date(AT.getTime() - days * DAY);
const facts = {
  firstPayoutAt: ago(300),
  heldUntil: null,
  isReady: true,
  isHeld: false,
  isRecovering: false,
  paidFrom: ["stripe"] as const,
};

const donation = (changes: Partial<WaitingDonation> = {}): WaitingDonation => ({
  left: 1_000,
  settledAt: ago(100),
  paidBy: "ideal",
  place: "stripe",
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
    const donations = [donation(), donation({ settledAt: AT }), donation({ isHeld: true })];
    expect(waitingOf(donations, { ...facts, isReady: false }, AT)).toEqual({
      waiting: 3_000,
      waitingUntil: null,
      waitingBecause: "payee",
      canAsk: false,
    });
  });

  it("is the next release date, with its reason, while the rest can be asked for", () => {
    const donations = [
      donation(),
      donation({ settledAt: ago(1) }),
      donation({ settledAt: AT, paidBy: "card" }),
    ];
    expect(waitingOf(donations, facts, AT)).toEqual({
      waiting: 3_000,
      waitingUntil: new Date(ago(1).getTime() + RELEASE_DAYS.ideal * DAY).toISOString(),
      waitingBecause: "method",
      canAsk: true,
    });
    expect(waitingOf([donation({ settledAt: ago(1) })], { ...facts, firstPayoutAt: null }, AT)).toMatchObject(
      {
        waitingUntil: new Date(
          ago(1).getTime() + (RELEASE_DAYS.ideal + FIRST_PAYOUT_DAYS) * DAY,
        ).toISOString(),
        waitingBecause: "first_payout",
      },
    );
  });

  it("is the end of the pause after new details, also for what was released", () => {
    const heldUntil = new Date(AT.getTime() + 3 * DAY);
    expect(waitingOf([donation()], { ...facts, heldUntil }, AT)).toMatchObject({
      waitingUntil: heldUntil.toISOString(),
      waitingBecause: "new_details",
      canAsk: false,
    });
  });

  it("is a hold where nothing else is free, and the goal where something is", () => {
    expect(waitingOf([donation({ isHeld: true })], facts, AT)).toMatchObject({
      waitingBecause: "hold",
      canAsk: false,
    });
    expect(waitingOf([donation({ isHeld: true }), donation()], facts, AT)).toMatchObject({
      waiting: 2_000,
      waitingUntil: null,
      waitingBecause: "goal",
      canAsk: true,
    });
  });

  it("is what it is while free money makes up for a loss, but cannot be asked for", () => {
    const recovering = { ...facts, isRecovering: true };
    const young = [donation(), donation({ settledAt: ago(1) })];
    expect(waitingOf(young, recovering, AT)).toMatchObject({ waitingBecause: "method", canAsk: false });
    expect(waitingOf([donation()], recovering, AT)).toMatchObject({ waitingBecause: "loss", canAsk: false });
    expect(waitingOf([donation({ isHeld: true })], recovering, AT).waitingBecause).toBe("hold");
    expect(waitingOf([donation()], { ...recovering, isHeld: true }, AT).waitingBecause).toBe("hold");
  });

  it("can be asked for from 10.00 that is free", () => {
    expect(waitingOf([donation({ left: 999 }), donation({ isHeld: true })], facts, AT).canAsk).toBe(false);
    expect(waitingOf([donation({ left: 999 }), donation({ left: 1 })], facts, AT).canAsk).toBe(true);
  });

  it("can be asked for once it is in the account, if the account holds money", () => {
    const donations = [donation({ place: "platform" })];
    expect(waitingOf(donations, facts, AT)).toMatchObject({ waitingBecause: "goal", canAsk: false });
    expect(waitingOf(donations, { ...facts, paidFrom: ["platform", "paypal"] }, AT).canAsk).toBe(true);
  });

  it.each(["stripe", "closed"] as const)("cannot be asked for in another account (%s)", (place) => {
    const donations = [donation({ place })];
    const toWallet = { ...facts, paidFrom: ["platform", "paypal"] as const };
    expect(waitingOf(donations, toWallet, AT)).toMatchObject({ waiting: 1_000, canAsk: false });
  });

  it("is as if by the slowest method where the provider did not say which", () => {
    expect(waitingOf([donation({ settledAt: ago(3), paidBy: null })], facts, AT).waitingBecause).toBe(
      "method",
    );
  });
});
