import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type Actions, cents, createdAt, id, idOf, timestamptz } from "./columns";
import { localeEnum, payoutMethodEnum, tierEnum } from "./enums";

/** Specification 3, User. What follows from time (isPremium, the current period) is derived when read, never stored. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    emailVerified: timestamptz(),
    /** When the address refused a message for good: only account messages are sent until it is confirmed again. */
    emailBouncedAt: timestamptz(),
    /** When the person reported a message as unwanted: no news since then. */
    newsSilencedAt: timestamptz(),
    /** No money moves to the person before this, after the password was reset by mail. */
    payoutsHeldUntil: timestamptz(),
    /**
     * Since when the account and its address are known to be one person's (D51): a link was used in a session of the
     * account, or everything that was added before was cleared. Until then a reset clears it.
     */
    trustedAt: timestamptz(),
    /**
     * Counts how often sessions were ended together: what was begun in one of them adds no way in (trust 41), and
     * browsers that were known are known no more (trust 43).
     */
    accessRound: integer().notNull().default(0),
    /** The address that objected to an undo (D52): until an operator decides, the account can only be read. */
    contestedBy: text(),
    /** When the person last changed how they are paid. */
    payoutChangedAt: timestamptz(),
    /** Since when nothing can be given to the person: their money waited for 30 days (payouts.md, Not verified). */
    donationsPausedAt: timestamptz(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** Argon2id; null for people who only sign in through Google. */
    password: text(),
    googleId: text().unique("users_google_id_key"),
    username: text().notNull(),
    name: text().notNull(),
    /** An emoji, or a small WebP as a `data:` image (D16). */
    avatar: text().notNull().default("😊"),
    /** The hash of that image, null for an emoji. Lists contain its address instead of the image. */
    avatarHash: text().generatedAlwaysAs(
      sql`case when avatar like 'data:%' then left(encode(sha256(decode(split_part(avatar, ',', 2), 'base64')), 'hex'), 32) end`,
    ),
    totalGiven: cents().notNull().default(0),
    totalReceived: cents().notNull().default(0),
    // What they gave in the last month, week and day in which they gave: the source of every sum that is shown of them.
    monthlyStart: date({ mode: "string" }),
    monthlyGiven: cents().notNull().default(0),
    weeklyStart: date({ mode: "string" }),
    weeklyGiven: cents().notNull().default(0),
    dailyStart: date({ mode: "string" }),
    dailyGiven: cents().notNull().default(0),
    // The parts of these sums that were given publicly: others see only these (D36, D37).
    publicGiven: cents().notNull().default(0),
    monthlyPublic: cents().notNull().default(0),
    weeklyPublic: cents().notNull().default(0),
    dailyPublic: cents().notNull().default(0),
    anonymousProfile: boolean().notNull().default(false),
    hideGivenAmount: boolean().notNull().default(false),
    hideReceivedAmount: boolean().notNull().default(false),
    bankAccountVerified: boolean().notNull().default(false),
    paypalEmail: text(),
    /** A provider token, never a card number (D18). */
    visaCardToken: text(),
    paymentMethod: payoutMethodEnum(),
    stripeAccountId: text(),
    subscriptionTier: tierEnum().notNull().default("none"),
    /** When the tier ends: the paid period and, while the agreement continues, the days a renewal may be late (D40). */
    subscriptionExpiry: timestamptz(),
    /** The end of the paid period, where the tier ends later. */
    subscriptionPaidUntil: timestamptz(),
    subscriptionCancelled: boolean().notNull().default(false),
    normalBoosts: integer().notNull().default(0),
    premiumBoosts: integer().notNull().default(0),
    preferredLanguage: localeEnum().notNull().default("en"),
    lastUsernameChange: timestamptz(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Created by the seed, with a published password (D41); stays true if the password is changed. */
    isDemo: boolean().notNull().default(false),
    /** Since when the person is an operator (safety.md, The office). */
    operatorSince: timestamptz(),
    /** Since when a decision suspends the person, and since when one hides them (safety.md, Decide). */
    suspendedAt: timestamptz(),
    hiddenAt: timestamptz(),
    /** When the account was erased: the row stays for the books, without personal data. */
    erasedAt: timestamptz(),
  },
  (t) => [
    // One page for each look-up; the primary key's index takes one for each of its levels.
    index("users_by_id").using("hash", t.id),
    uniqueIndex("users_email_key").on(sql`lower(${t.email})`),
    uniqueIndex("users_username_key").on(sql`lower(${t.username})`),
    // Searches for one or two letters read names by their beginning, in this order (D43).
    index("users_username_beginning").on(sql`lower(${t.username}) collate "C"`),
    index("users_avatar_hash").on(t.avatarHash).where(sql`avatar_hash is not null`),
    index("users_bounced").on(t.emailBouncedAt.desc(), t.id.desc()).where(sql`email_bounced_at is not null`),
    check(
      "users_avatar_form",
      sql`${t.avatar} not like 'data:%' or (${t.avatar} like 'data:image/webp%' and length(${t.avatar}) <= 16384)`,
    ),
    // The id of an erased account is too long for a username, so no one can take it.
    check(
      "users_username_form",
      sql`case when ${t.erasedAt} is null then ${t.username} ~ '^[A-Za-z0-9._-]{3,20}$' else ${t.username} = ${t.id}::text end`,
    ),
    // No e-mail address has this form, so it is free again at once.
    check(
      "users_erased",
      sql`${t.erasedAt} is null or (${t.email} = 'erased:' || ${t.id}::text and ${t.name} = '' and ${t.avatar} = '😊'
        and num_nonnulls(${t.emailVerified}, ${t.firstName}, ${t.lastName}, ${t.profileImageUrl}, ${t.password}, ${t.googleId}, ${t.paypalEmail},
          ${t.visaCardToken}, ${t.paymentMethod}, ${t.stripeAccountId}, ${t.lastUsernameChange}, ${t.emailBouncedAt}, ${t.newsSilencedAt}) = 0)`,
    ),
    check("users_totals_not_negative", sql`${t.totalGiven} >= 0 and ${t.totalReceived} >= 0`),
    check(
      "users_periods_not_negative",
      sql`${t.monthlyGiven} >= 0 and ${t.weeklyGiven} >= 0 and ${t.dailyGiven} >= 0`,
    ),
    check(
      "users_public_is_part",
      sql`${t.publicGiven} between 0 and ${t.totalGiven} and ${t.monthlyPublic} between 0 and ${t.monthlyGiven}
        and ${t.weeklyPublic} between 0 and ${t.weeklyGiven} and ${t.dailyPublic} between 0 and ${t.dailyGiven}`,
    ),
    check("users_boosts_not_negative", sql`${t.normalBoosts} >= 0 and ${t.premiumBoosts} >= 0`),
    check("users_card_is_a_token", sql`${t.visaCardToken} ~ '^(tok|pm)_[A-Za-z0-9_]+$'`),
  ],
);

/** A column with a person's id. */
export const userReference = (actions?: Actions) => idOf(() => users.id, actions);
