import { approvePayouts, holdMoney, liftHoldOf } from "@/lib/domain/operator/holds";
import { askAboutPayouts, retryStep } from "@/lib/domain/operator/payout-steps";
import {
  listPayouts,
  lookUpMoney,
  marginByMethod,
  moneyByAge,
  sharedBankAccounts,
} from "@/lib/domain/operator/payouts";
import { holdCauseSchema, untilSchema } from "@/lib/domain/operator/schema";
import { read } from "./arguments";
import { type Command, limit, reason, reference } from "./command";
import * as views from "./payout-views";

/** What an operator can ask for about the money that people receive (payouts.md, Screens). */
export const PAYOUT_COMMANDS: readonly Command[] = [
  {
    name: "payouts",
    args: [],
    options: ["limit"],
    about:
      "what waits and what failed, with why: first payouts, holds, payees, calls to the provider, losses",
    run: async (call) => {
      const found = await listPayouts(call.context.db, limit(call));
      return { data: found, text: views.payoutsText(found) };
    },
  },
  {
    name: "payouts show",
    args: ["username|e-mail|id"],
    options: ["limit"],
    about:
      "a person's money: every donation with its state, release date and reason; the audit notes that you looked",
    run: async (call) => {
      const order = { reference: reference(call), limit: limit(call) };
      const found = await lookUpMoney(call.context.db, call.operator, order);
      return { data: found, text: views.moneyText(found) };
    },
  },
  {
    name: "payouts approve",
    args: ["username|e-mail|id"],
    options: ["reason"],
    about: "says yes to a person's first payout",
    run: async (call) => {
      const order = { reference: reference(call), reason: reason(call) };
      const lifted = await approvePayouts(call.context.db, call.operator, order);
      return { data: { hold: lifted }, text: views.approvedText(lifted) };
    },
  },
  {
    name: "payouts hold",
    args: ["person|request|donation"],
    options: ["cause", "until", "reason"],
    about: "holds money: nothing of it is moved or paid out until the hold is lifted or ends",
    run: async (call) => {
      const placed = await holdMoney(call.context.db, call.operator, {
        reference: reference(call),
        cause: read("--cause", holdCauseSchema, call.options.cause ?? "operator"),
        until: call.options.until === undefined ? null : read("--until", untilSchema, call.options.until),
        reason: reason(call),
      });
      return { data: placed, text: views.heldText(placed) };
    },
  },
  {
    name: "payouts lift",
    args: ["hold"],
    options: ["reason"],
    about: "lifts a hold by its id; what it held moves within minutes, if nothing else holds it",
    run: async (call) => {
      const order = { holdId: reference(call), reason: reason(call) };
      const lifted = await liftHoldOf(call.context.db, call.operator, order);
      return { data: { hold: lifted }, text: views.liftedText(lifted) };
    },
  },
  {
    name: "payouts ask",
    args: ["person|transfer|return|payout"],
    options: [],
    about: "asks the provider about a person's account, a transfer, a return or a payout; moves nothing",
    run: async (call) => {
      const checks = await askAboutPayouts(call.context, call.operator, reference(call));
      return { data: checks, text: checks.map(views.checkText).join("\n") };
    },
  },
  {
    name: "payouts retry",
    args: ["transfer|return|payout"],
    options: ["reason"],
    about: "tries one now that was refused or got no answer, without waiting for its next try",
    run: async (call) => {
      const order = { reference: reference(call), reason: reason(call) };
      const check = await retryStep(call.context, call.operator, order);
      return { data: check, text: views.checkText(check) };
    },
  },
  {
    name: "payouts age",
    args: [],
    options: [],
    about: "money that is not on its way to a bank, by how many days ago it was given",
    run: async ({ context }) => {
      const ages = await moneyByAge(context.db);
      return { data: ages, text: views.agesText(ages) };
    },
  },
  {
    name: "payouts banks",
    args: [],
    options: [],
    about: "bank accounts that several people are, or were, paid into",
    run: async ({ context }) => {
      const shared = await sharedBankAccounts(context.db);
      return { data: shared, text: views.banksText(shared) };
    },
  },
  {
    name: "payouts margin",
    args: [],
    options: [],
    about: "what the service fee brought, by what donations were paid with; without the provider's own fees",
    run: async ({ context }) => {
      const margins = await marginByMethod(context.db);
      return { data: margins, text: views.marginsText(margins) };
    },
  },
];
