import { z } from "zod";
import { LOCALES, PAYOUT_METHODS, TIERS } from "@/lib/ground/vocabulary";

const time = z.iso.datetime();

/** The signed-in person's own data (api.md, Me). Amounts in cents. */
export const meSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  hasSecondFactor: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  totalGiven: z.int(),
  totalReceived: z.int(),
  monthlyGiven: z.int(),
  weeklyGiven: z.int(),
  dailyGiven: z.int(),
  isPremium: z.boolean(),
  anonymousProfile: z.boolean(),
  hideGivenAmount: z.boolean(),
  hideReceivedAmount: z.boolean(),
  bankAccountVerified: z.boolean(),
  paypalEmail: z.string().nullable(),
  hasCard: z.boolean(),
  hasPayeeAccount: z.boolean(),
  paymentMethod: z.enum(PAYOUT_METHODS).nullable(),
  subscriptionTier: z.enum(TIERS),
  subscriptionExpiry: time.nullable(),
  subscriptionCancelled: z.boolean(),
  normalBoosts: z.int(),
  premiumBoosts: z.int(),
  preferredLanguage: z.enum(LOCALES),
  lastUsernameChange: time.nullable(),
  createdAt: time,
  updatedAt: time,
});
export type Me = z.infer<typeof meSchema>;

/** Of how many requests whose money arrived a person showed what became of it (giving.md). */
const delivered = z.object({
  of: z.int().describe("requests whose money arrived 14 days ago or earlier, and those that are delivered"),
  done: z.int(),
});

/** What a person's page shows of them (D50), without the requests. Amounts in cents, null when hidden (D15). */
export const personSchema = z.object({
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  profileImageUrl: z.string().nullable(),
  memberSince: time,
  totalGiven: z.int().nullable(),
  totalReceived: z.int().nullable(),
  delivered,
  followed: z.boolean().describe("by the reader"),
});

/** A person's page, with the id that its reads need. */
export type PublicPerson = z.infer<typeof personSchema> & { id: string };

/** How a person is shown to others (api.md, PublicUser). Cents, null when hidden (D15). */
export const publicUserSchema = z.object({
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  profileImageUrl: z.string().nullable(),
  isPremium: z.boolean(),
  totalGiven: z.int().nullable(),
  subscriptionTier: z.enum(TIERS),
  delivered,
});
export type PublicUser = z.infer<typeof publicUserSchema>;
