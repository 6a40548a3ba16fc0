import { every, seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import {
  findPayout as findWalletPayout,
  forgetBatchId,
  processPayout,
  returnUnclaimed,
} from "../../wallet/provider/payouts";
import type { Due } from "../records";
import { findAccount, passDeadline, verify } from "./accounts";
import { makeAvailable, transactionOf } from "./balances";
import { succeed } from "./outcomes";
import { findPayment } from "./payments";
import { arrive, findPayout, payOutAutomatically, returnPayout, sendPayout } from "./payouts";

/** The interval between checks for what is due. */
const INTERVAL_MS = 1_000;
const DAY = 86_400;

type Happening = (work: UnitOfWork, id: string, at: number) => void;

/** What happens by itself. Each checks that nothing else has happened to the record meanwhile. */
const HAPPENINGS: Record<Due["what"], Happening> = {
  available: (work, id) => {
    const transaction = transactionOf(work, id);
    if (!transaction) return;
    const { account, currency, amount } = makeAvailable(work, transaction);
    if (account && amount > 0) payOutAutomatically(work, account, currency);
  },
  sent: (work, id) => sendPayout(work, findPayout(work, id)),
  paid: (work, id, at) => arrive(work, findPayout(work, id), at),
  returned: (work, id) => returnPayout(work, findPayout(work, id)),
  reviewed: (work, id) => {
    if (findAccount(work, id)?.standing === "review") verify(work, id);
  },
  past_due: (work, id) => {
    const account = findAccount(work, id);
    if (account) passDeadline(work, account);
  },
  bank_answered: (work, id) => {
    const intent = findPayment(work, id);
    if (intent.status === "processing") succeed(work, intent);
  },
  wallet_processed: (work, id) => processPayout(work, findWalletPayout(work, id)),
  wallet_returned: (work, id) => returnUnclaimed(work, findWalletPayout(work, id)),
  wallet_forgotten: (work, id) => forgetBatchId(work, findWalletPayout(work, id)),
};

/** Lets time pass for balances, payouts and accounts. Returns a function that stops it. */
export function startCardClock(sandbox: Sandbox): () => void {
  return every(INTERVAL_MS, () => advance(sandbox, 0));
}

/**
 * Lets everything happen that is due within `by` seconds, in the order of its time, and brings the rest as much
 * nearer. Answers how much happened.
 */
export function advance({ change, options }: Sandbox, by: number): { happened: number } {
  const bankDay = options.bankDaySeconds ?? DAY;
  const timeOf = ({ at, bankDays }: Due) => at + bankDays * bankDay;
  const until = seconds() + by;
  return change((work) => {
    const waiting = () => work.all("due").filter(({ done }) => !done);
    const due = () =>
      waiting()
        .filter((one) => timeOf(one) <= until)
        .sort((left, right) => timeOf(left) - timeOf(right));
    let happened = 0;
    // What happens may make something else due in the same time.
    for (let batch = due(); batch.length > 0; batch = due()) {
      for (const one of batch) {
        work.put<Due>({ ...one, done: true });
        HAPPENINGS[one.what](work, one.about, timeOf(one));
        happened += 1;
      }
    }
    if (by > 0) for (const later of waiting()) work.put<Due>({ ...later, at: later.at - by });
    return { happened };
  });
}
