import { marginOf } from "@/lib/domain/operator/bookkeeping";
import { askAboutPayouts } from "@/lib/domain/operator/payout-steps";
import * as payouts from "@/lib/domain/operator/payouts";
import { holdCauseSchema, monthSchema } from "@/lib/domain/operator/schema";
import { type Command, command, deedCommand } from "./command";
import * as records from "./records";

/** What an operator can ask for about the money that people receive (payouts.md, Screens). */
export const PAYOUT_COMMANDS: readonly Command[] = [
  command({
    usage: "payouts [--limit]",
    about: "what waits, what failed in 30 days, and why: first payouts, holds, payees, calls, losses",
    run: ({ db, limit }) => payouts.listPayouts(db, limit),
    text: ({ reviews, holds, payees, steps, failed, losses }) => ({
      waitForYourYes: reviews.map(({ personId, placedAt, held }) => ({ personId, placedAt, held })),
      holds: holds.map(records.hold),
      cannotBePaid: payees,
      underWay: steps.map(records.step),
      failed: failed.map(records.step),
      losses,
    }),
  }),
  command({
    usage: "payouts show <username|e-mail|id> [--limit]",
    about: "a person's money, each donation with its state, release date and reason; the audit notes it",
    run: ({ db, operator, reference, limit }) => payouts.lookUpMoney(db, operator, { reference, limit }),
    text: ({ standing, sums, holds, donations, payouts: sent, ...person }) => ({
      ...person,
      wayToBePaid: standing.by ?? "none",
      because: standing.code,
      waitsFor: standing.waitsFor,
      until: standing.until,
      ...sums,
      note: donations.some(({ anonymous }) => anonymous)
        ? "It names donors who are anonymous to others. The audit notes that you looked."
        : "The audit notes that you looked.",
      holds: holds.map(records.hold),
      donations: donations.map(records.donation),
      payouts: sent.map(records.step),
    }),
  }),
  deedCommand({
    usage: "payouts approve <username|e-mail|id> --reason",
    about: "says yes to a person's first payout",
    deed: "approve_payouts",
    input: ({ subject }) => subject,
    text: ({ personId }) =>
      `The payouts of ${personId} are approved: what is free moves within minutes, if nothing else holds it.`,
  }),
  deedCommand({
    usage: "payouts hold <person|request|donation> [--cause] [--until] --reason",
    about:
      "holds money: nothing of it is moved or paid out until the hold is lifted or ends; what is on its way to the bank cannot be stopped",
    deed: "hold",
    input: ({ option, until, subject }) => ({
      cause: option("cause", holdCauseSchema.default("operator")),
      until,
      ...subject,
    }),
    text: ({ hold, onTheWay }) => ({ ...records.hold(hold), onTheWay }),
  }),
  deedCommand({
    usage: "payouts lift <hold> --reason",
    about: "lifts a hold by its id; what it held moves within minutes, if nothing else holds it",
    deed: "lift_hold",
    input: ({ reference, reason }) => ({ holdId: reference, reason }),
    text: records.hold,
  }),
  command({
    usage: "payouts ask <person|transfer|return|payout>",
    about: "asks the provider about a person's account, a transfer, a return or a payout; moves nothing",
    run: ({ context, operator, reference }) => askAboutPayouts(context, operator, reference),
  }),
  deedCommand({
    usage: "payouts retry <transfer|return|payout> [--batch] [--unmade] --reason",
    about: "tries one now that was refused or got no answer, without waiting for its next try",
    deed: "retry_payout",
    input: ({ subject, options: { batch, unmade: isUnmade } }) => ({ ...subject, batch, isUnmade }),
  }),
  command({
    usage: "payouts age",
    about:
      "money that is not on its way to a bank, by how many days ago it was given: nothing may be owed for more than 85 days, it goes back to the donors then",
    run: ({ db }) => payouts.moneyByAge(db),
    text: (ages) => ages.map(({ moved, ...age }) => ({ ...age, atProvider: moved })),
  }),
  command({
    usage: "payouts banks",
    about: "bank accounts that several people are, or were, paid into",
    run: ({ db }) => payouts.sharedBankAccounts(db),
  }),
  command({
    usage: "payouts margin [month]",
    about:
      "what the service fee brought, by what donations were paid with: of a month such as 2026-10 with what the provider kept, if it says that; else of all time without, except fees of disputes, which are losses",
    run: async ({ context, db, argument }) => {
      const month = argument(0, "The month", monthSchema.optional());
      return month === undefined ? payouts.marginByMethod(db) : marginOf(context, month);
    },
    text: (found) => {
      if (!Array.isArray(found)) return found;
      return found.map(({ donations, fees, ...each }) => {
        const feeOfOne = donations === 0 ? null : Math.round(fees / donations);
        return { ...each, donations, fees, feeOfOne };
      });
    },
  }),
];
