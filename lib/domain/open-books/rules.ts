import type { LEDGER_ACCOUNTS, LEDGER_KINDS } from "@/lib/ground/vocabulary";

/** What a ledger entry belongs to, as book_entry writes it. */
export const ENTRY_CAUSES = [
  "donation",
  "purchase",
  "subscription",
  "return",
  "transfer",
  "transferReturn",
  "payout",
] as const;

type Account = (typeof LEDGER_ACCOUNTS)[number];

/** The accounts with what is owed and not in an account of the recipient's own yet. */
export const OWED_ACCOUNTS = ["recipient", "held", "refund_due"] as const satisfies readonly Account[];

/** What the leaves of a month moved on an account by one kind, in cents. */
export type MonthSum = {
  month: string;
  kind: (typeof LEDGER_KINDS)[number];
  account: Account;
  isMadeUp: boolean;
  amount: number;
};

/** What happened in a month, in cents, and what waited at its end. */
export type BookMonth = {
  /** Its first day. */
  month: string;
  /** To requests. */
  given: number;
  /** Went back to who gave it. */
  returned: number;
  /** Reached the recipients' banks. */
  arrived: number;
  /** Of what was given, what neither arrived nor went back at the end of the month. */
  waiting: number;
  /** What donors paid on top for the service. */
  fees: number;
  /** What the platform paid for refunds of money that had left already, less what came back of it. */
  lost: number;
};

/** The months of the books from the first to the last one, each with what happened in it (firsts.md, Open kas). */
export function monthsOf(sums: readonly MonthSum[], months: readonly string[]): BookMonth[] {
  let waiting = 0;
  return months.map((month) => {
    const of = (account: Account, ...kinds: MonthSum["kind"][]) =>
      sums
        .filter((each) => each.month === month && each.account === account)
        .filter((each) => kinds.length === 0 || kinds.includes(each.kind))
        .reduce((sum, { amount }) => sum + amount, 0);
    const given = of("recipient", "donation");
    const returned = 0 - of("recipient", "reversal", "partial_reversal");
    const arrived = of("bank");
    const lost = 0 - of("loss", "loss", "recovery");
    waiting += given - returned - arrived + lost;
    return { month, given, returned, arrived, waiting, fees: of("fee"), lost };
  });
}
