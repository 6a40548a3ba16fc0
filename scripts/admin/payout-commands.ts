import { marginOf } from "@/lib/domain/operator/bookkeeping";
import { askAboutPayouts } from "@/lib/domain/operator/payout-steps";
import {
  listPayouts,
  lookUpMoney,
  marginByMethod,
  moneyByAge,
  sharedBankAccounts,
} from "@/lib/domain/operator/payouts";
import { holdCauseSchema, monthSchema } from "@/lib/domain/operator/schema";
import { read } from "./arguments";
import { type Description, deed, limit, reason, reference, shows, subject, until } from "./command";
import * as views from "./payout-views";

/** What an operator can ask for about the money that people receive (payouts.md, Screens). */
export const PAYOUT_COMMANDS: readonly Description[] = [
  {
    usage: "payouts",
    options: ["limit"],
    about:
      "what waits and what failed, with why: first payouts, holds, payees, calls to the provider, losses",
    run: shows((call) => listPayouts(call.context.db, limit(call)), views.payoutsText),
  },
  {
    usage: "payouts show <username|e-mail|id>",
    options: ["limit"],
    about:
      "a person's money: every donation with its state, release date and reason; the audit notes that you looked",
    run: shows(
      (call) =>
        lookUpMoney(call.context.db, call.operator, { reference: reference(call), limit: limit(call) }),
      views.moneyText,
    ),
  },
  {
    usage: "payouts approve <username|e-mail|id>",
    options: ["reason"],
    about: "says yes to a person's first payout",
    run: (call) => deed(call, "approve_payouts", subject(call), views.approvedText),
  },
  {
    usage: "payouts hold <person|request|donation>",
    options: ["cause", "until", "reason"],
    about: "holds money: nothing of it is moved or paid out until the hold is lifted or ends",
    run: (call) => {
      const cause = read("--cause", holdCauseSchema, call.options.cause ?? "operator");
      return deed(call, "hold", { cause, until: until(call), ...subject(call) }, views.heldText);
    },
  },
  {
    usage: "payouts lift <hold>",
    options: ["reason"],
    about: "lifts a hold by its id; what it held moves within minutes, if nothing else holds it",
    run: (call) =>
      deed(call, "lift_hold", { holdId: reference(call), reason: reason(call) }, views.liftedText),
  },
  {
    usage: "payouts ask <person|transfer|return|payout>",
    about: "asks the provider about a person's account, a transfer, a return or a payout; moves nothing",
    run: shows(
      (call) => askAboutPayouts(call.context, call.operator, reference(call)),
      (checks) => checks.map(views.checkText).join("\n"),
    ),
  },
  {
    usage: "payouts retry <transfer|return|payout>",
    options: ["reason"],
    about: "tries one now that was refused or got no answer, without waiting for its next try",
    run: (call) => deed(call, "retry_payout", subject(call), views.checkText),
  },
  {
    usage: "payouts age",
    about: "money that is not on its way to a bank, by how many days ago it was given",
    run: shows(({ context }) => moneyByAge(context.db), views.agesText),
  },
  {
    usage: "payouts banks",
    about: "bank accounts that several people are, or were, paid into",
    run: shows(({ context }) => sharedBankAccounts(context.db), views.banksText),
  },
  {
    usage: "payouts margin [month]",
    about:
      "what the service fee brought, by what donations were paid with: of a month such as 2026-10 with what the provider kept, else of all time without",
    run: (call) => {
      const [month] = call.args;
      if (month === undefined) return shows(() => marginByMethod(call.context.db), views.marginsText)(call);
      const asked = read("The month", monthSchema, month);
      return shows(() => marginOf(call.context, asked), views.monthMarginsText)(call);
    },
  },
];
