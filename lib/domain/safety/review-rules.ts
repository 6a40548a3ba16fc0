import { type ContactKind, findContactDetails } from "@/lib/ground/contact-details";
import { DAY, HOUR } from "@/lib/ground/durations";
import { similarityOf } from "./like-texts";

/** Points at which the money of a request is held until an operator reviews it (safety.md, Look before money moves). */
export const HELD_AT = 10;

const YOUNG_ACCOUNT = 7 * DAY;
/** Cents. */
const HIGH_GOAL = 250_00;
export const LIKE_TEXT_DAYS = 90;
const LIKE_TEXT = 0.6;
/** Of the 64 bits of a photo's difference hash. */
export const LIKE_PHOTO_BITS = 6;
/** Cents. */
export const SMALL_DONATION = 5_00;
const MANY_SMALL = 5;

/** What is known when a request is made. */
export type MadeFacts = {
  ownerId: string;
  ownerSince: Date;
  createdAt: Date;
  /** Cents. */
  goal: number;
  item: string;
  description: string;
  /** Requests whose texts may be like this one's. */
  texts: { requestId: string; ownerId: string; createdAt: Date; item: string; description: string }[];
  /** Requests whose photo may be like this one's, and in how many bits the two differ. */
  photos: { requestId: string; ownerId: string; createdAt: Date; bits: number }[];
};

/** What is known when money settles. */
export type MoneyFacts = {
  /** Others who are paid to the same bank account as the requester. */
  sharesBankWith: string[];
  /** Donors who used a browser of the requester. */
  sharesBrowserWith: string[];
  /** Donations to the request. `amount` in cents. */
  donations: { amount: number; settledAt: Date; donorSince: Date }[];
  /** Open reports of the request by people, with the known browser that each came from; none: null. */
  reports: { by: string; browser: string | null }[];
};

/** The reasons of a flag: ids and numbers, never texts. They are the values of its sentence, `reviewRules.<rule>`. */
export type Evidence = Record<string, string | number>;

type Rule<F> = {
  points: number;
  /** Null: it does not fire. */
  sees: (facts: F) => Evidence | null;
};

const rulesOf = <F, N extends string>(rules: Record<N, Rule<F>>) => rules;

/** The rules about how a request was made. */
export const MADE_RULES = rulesOf({
  young_account: {
    points: 4,
    sees: ({ ownerSince, createdAt, goal }: MadeFacts) => {
      const age = createdAt.getTime() - ownerSince.getTime();
      return age < YOUNG_ACCOUNT && goal > HIGH_GOAL ? { days: Math.floor(age / DAY) } : null;
    },
  },
  like_text: {
    points: 6,
    sees: (own: MadeFacts) => {
      const since = own.createdAt.getTime() - LIKE_TEXT_DAYS * DAY;
      const found = own.texts
        .filter((other) => isEarlierOf(other, own) && other.createdAt.getTime() >= since)
        .map((other) => ({
          requestId: other.requestId,
          similarity: similarityOf(textOf(other), textOf(own)),
        }))
        .filter(({ similarity }) => similarity >= LIKE_TEXT)
        .sort((a, b) => b.similarity - a.similarity)[0];
      return found ? { requestId: found.requestId, percent: Math.floor(found.similarity * 100) } : null;
    },
  },
  like_photo: {
    points: 6,
    sees: (own: MadeFacts) => {
      const found = own.photos
        .filter((other) => isEarlierOf(other, own) && other.bits <= LIKE_PHOTO_BITS)
        .sort((a, b) => a.bits - b.bits)[0];
      return found ? { requestId: found.requestId, bits: found.bits } : null;
    },
  },
  contact_details: {
    points: 6,
    sees: (own: MadeFacts): { kind: ContactKind } | null => {
      const kind = findContactDetails(textOf(own));
      return kind && { kind };
    },
  },
});

/** The rules about the money that a request was given. */
const MONEY_RULES = rulesOf({
  shared_bank: {
    points: 10,
    sees: ({ sharesBankWith }: MoneyFacts) => sharedWith(sharesBankWith),
  },
  shared_browser: {
    points: 8,
    sees: ({ sharesBrowserWith }: MoneyFacts) => sharedWith(sharesBrowserWith),
  },
  small_donations: {
    points: 6,
    sees: ({ donations }: MoneyFacts) => {
      const times = donations
        .filter(({ amount, settledAt, donorSince }) => {
          const age = settledAt.getTime() - donorSince.getTime();
          return amount < SMALL_DONATION && age < DAY;
        })
        .map(({ settledAt }) => settledAt.getTime())
        .sort((a, b) => a - b);
      const isMany = times.some(
        (from, first) => (times[first + MANY_SMALL - 1] ?? Number.NaN) <= from + HOUR,
      );
      return isMany ? { donations: times.length } : null;
    },
  },
  reports: {
    points: 10,
    // Two people with two browsers: neither one person with two accounts, nor two in one browser.
    sees: ({ reports }: MoneyFacts) => {
      const isIndependent = (a: MoneyFacts["reports"][number]) => (b: MoneyFacts["reports"][number]) =>
        a.by !== b.by && a.browser !== null && b.browser !== null && a.browser !== b.browser;
      return reports.some((report) => reports.some(isIndependent(report)))
        ? { reports: reports.length }
        : null;
    },
  },
});

export const REVIEW_RULES = { ...MADE_RULES, ...MONEY_RULES };
export type ReviewRule = keyof typeof REVIEW_RULES;

/** A rule that fired. */
export type Flag = { rule: ReviewRule; points: number; evidence: Evidence };

/** Which rules about how a request was made fire. */
export const flagsOfMaking = (facts: MadeFacts): Flag[] => fired(MADE_RULES, facts);

/** Which rules about its money fire. */
export const flagsOfMoney = (facts: MoneyFacts): Flag[] => fired(MONEY_RULES, facts);

function fired<F>(rules: Record<string, Rule<F>>, facts: F): Flag[] {
  return Object.entries(rules).flatMap(([rule, { points, sees }]) => {
    const evidence = sees(facts);
    return evidence ? [{ rule: rule as ReviewRule, points, evidence }] : [];
  });
}

/** Whether the money of a request is held. */
export function isHeldBy(flags: readonly { points: number }[]): boolean {
  return flags.reduce((sum, { points }) => sum + points, 0) >= HELD_AT;
}

/** Item and description together. */
export function textOf({ item, description }: Pick<MadeFacts, "item" | "description">): string {
  return `${item}\n${description}`;
}

function isEarlierOf(other: { ownerId: string; createdAt: Date }, own: MadeFacts): boolean {
  return other.ownerId !== own.ownerId && other.createdAt < own.createdAt;
}

function sharedWith(people: readonly string[]): Evidence | null {
  const [personId] = people;
  return personId === undefined ? null : { personId, people: people.length };
}
