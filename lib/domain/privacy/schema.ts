import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";

/** DELETE /api/auth/user. The username guards against slips: it is compared where it is sent. */
export const eraseAccountSchema = z.object({
  username: z.string(problem("usernameRequired")).trim().max(256, problem("tooLong")).optional(),
});
export type EraseOrder = z.infer<typeof eraseAccountSchema>;

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** GET /api/auth/user/data: all stored data about a person. Amounts in cents, times in ISO 8601 UTC. */
export const personalDataSchema = z.object({
  exportedAt: z.iso.datetime(),
  account: row,
  signInAccounts: rows.describe("social sign-in"),
  sessions: rows.describe("where the person is signed in: since when, and until when"),
  passkeys: rows.describe("without their keys"),
  secondFactors: rows.describe("since when there is one, without its key"),
  recoveryCodes: rows.describe("without the codes"),
  knownDevices: rows.describe("device families that signed in before"),
  links: rows.describe("the links that were sent, without what they open"),
  givenByPeriod: rows.describe(
    "all that was given and what of it was given openly, by the period's first day",
  ),
  requests: rows.describe("deleted ones too"),
  photos: rows,
  posts: rows.describe("what the person posted about requests; deleted ones without their words"),
  deliveries: rows.describe("when money of a request arrived, and since when it is said what became of it"),
  donationsGiven: rows.describe("with how they were paid"),
  donationsReceived: rows.describe("`donor` is null for an anonymous donation or donor, and an erased one"),
  payeeAccounts: rows.describe("where the person is paid; what the provider knows of them is there only"),
  transfers: rows.describe("what was moved to these accounts, with what came back"),
  payouts: rows.describe("what was paid out of them, with its donations"),
  holds: rows.describe("why money was held, and until when"),
  decisions: rows.describe("what operators decided about the person, with reasons and the appeal"),
  reports: rows.describe("what the person reported"),
  blocks: rows.describe("whom the person blocked"),
  follows: rows.describe("whom the person follows"),
  savedRequests: rows,
  giftMeter: rows.describe("the limit and the amounts that the person counts with"),
  boostPurchases: rows,
  boostEntries: rows.describe("every boost that came or went"),
  subscriptions: rows,
  subscriptionPayments: rows,
  ledgerEntries: rows.describe("every cent that moved for the person"),
  notifications: rows,
  messages: rows.describe("by mail and push, without the links in them; addresses are kept for 30 days"),
  messageChoices: rows,
  pushSubscriptions: rows.describe("browsers that receive push messages, without their keys"),
  operatorActions: rows.describe("what operators did or looked at, when and why"),
});
export type PersonalData = z.infer<typeof personalDataSchema>;
