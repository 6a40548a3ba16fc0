import type { HoldCause, PayeeState, PayoutMethod } from "@/lib/ground/vocabulary";

/** Whether somebody can be paid, or why not. Every screen, message, call and operator's view says this (trust 46). */
export const STANDINGS = [
  "unpayable",
  "start",
  "continue",
  "checking",
  "asked",
  "stopped",
  "payout_failed",
  "held",
  "review",
  "delayed",
  "ready",
] as const;
export type StandingCode = (typeof STANDINGS)[number];

/** Who is waited for; `time`: it ends by itself. */
export const STANDING_WAITS = ["nobody", "owner", "provider", "operator", "time"] as const;
export type StandingWaits = (typeof STANDING_WAITS)[number];

/** How somebody chose to be paid, and where they could be. */
export type Ways = {
  method: PayoutMethod | null;
  hasAddress: boolean;
  /** Their account with a bank can be transferred to and paid out from. */
  isBankReady: boolean;
  /** This deployment pays to wallets. */
  walletPays: boolean;
};

/** What is known of somebody who is to be paid. */
export type StandingFacts = Ways & {
  /** Of the account with a bank. */
  state: PayeeState;
  waitsUntil: Date | null;
  /** Those of the person that run; `way` where only what goes that way is held. */
  holds: readonly {
    cause: HoldCause;
    endsAt: Date | null;
    /** Their owner can end it. */
    isOwners: boolean;
    way: Way | null;
  }[];
  /** Until when nothing is moved after a reset password or a new bank account. */
  heldUntil: Date | null;
};

export type Way = "bank" | "paypal";

export type Standing = {
  code: StandingCode;
  /** Where what is given goes; null: nowhere yet. */
  by: Way | null;
  waitsFor: StandingWaits;
  until: Date | null;
};

/** Where what is given to somebody goes: to the wallet if they chose it, else to the bank. Null: it cannot be paid. */
export function wayOf({ method, hasAddress, isBankReady, walletPays }: Ways): Way | null {
  if (method === "paypal" && hasAddress && walletPays) return "paypal";
  return isBankReady ? "bank" : null;
}

const OF_STATE: Record<PayeeState, StandingCode> = {
  none: "start",
  started: "continue",
  checking: "checking",
  asked: "asked",
  stopped: "stopped",
  closed: "start",
  ready: "ready",
};

const WAITS: Record<StandingCode, StandingWaits> = {
  unpayable: "owner",
  start: "owner",
  continue: "owner",
  checking: "provider",
  asked: "owner",
  stopped: "nobody",
  payout_failed: "owner",
  held: "operator",
  review: "operator",
  delayed: "time",
  ready: "nobody",
};

/** What the holds of a person are to them, the most urgent first. That of a new bank account is a delay. */
const HOLDS = ["payout_failed", "held", "review"] as const;

function codeOf(hold: StandingFacts["holds"][number]): StandingCode {
  if (hold.cause === "new_bank_account") return "delayed";
  if (hold.cause === "first_payout") return "review";
  return hold.cause === "provider" && hold.isOwners ? "payout_failed" : "held";
}

/** Whether somebody can be paid at a time, by what, who is waited for until when, and why (trust 46). */
export function standingOf(facts: StandingFacts, at: Date): Standing {
  const by = wayOf(facts);
  const is = (code: StandingCode, until: Date | null = null): Standing => ({
    code,
    by,
    waitsFor: code === "held" && until !== null ? "time" : WAITS[code],
    until,
  });
  if (by === null && isUnpayable(facts)) return is("unpayable");
  if (by === null || (by === "bank" && facts.state === "asked"))
    return is(OF_STATE[facts.state], facts.waitsUntil);
  const running = facts.holds.filter(({ way }) => way === null || way === by);
  for (const code of HOLDS) {
    const found = running.filter((hold) => codeOf(hold) === code);
    if (found.length > 0) return is(code, latest(found.map(({ endsAt }) => endsAt)));
  }
  return facts.heldUntil !== null && facts.heldUntil > at ? is("delayed", facts.heldUntil) : is("ready");
}

/** They chose a way that this deployment cannot pay to, and have begun no other. */
function isUnpayable({ method, walletPays, state }: StandingFacts): boolean {
  const isBegun = state !== "none" && state !== "closed";
  return !isBegun && (method === "visa" || method === "applepay" || (method === "paypal" && !walletPays));
}

/** The last of some ends; null when one has none. */
function latest(ends: readonly (Date | null)[]): Date | null {
  if (ends.includes(null)) return null;
  return new Date(Math.max(...ends.map(Number)));
}
