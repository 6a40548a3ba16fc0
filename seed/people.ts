import type { BoostType, Locale, PayoutMethod, Tier } from "@/lib/ground/vocabulary";

/** Every demo person's password. Demo people exist only where no real money can move. */
export const DEMO_PASSWORD = "steuntje-demo";

export type DemoPerson = {
  username: string;
  name: string;
  avatar: string;
  language: Locale;
  tier?: Exclude<Tier, "none">;
  payout?: PayoutMethod;
  anonymous?: true;
  hidesGiven?: true;
  /** Boosts that they bought and have not used. */
  boosts?: Partial<Record<BoostType, number>>;
  /** How many days ago they registered. */
  since: number;
};

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: "emma",
    name: "Emma Okafor",
    avatar: "🌻",
    language: "en",
    since: 140,
    boosts: { normal: 2, premium: 1 },
  },
  { username: "daan", name: "Daan Visser", avatar: "🚲", language: "nl", since: 122, boosts: { normal: 1 } },
  {
    username: "fatima",
    name: "Fatima El Amrani",
    avatar: "🌷",
    language: "nl",
    since: 98,
    tier: "gold",
    payout: "visa",
  },
  { username: "kwame", name: "Kwame Mensah", avatar: "⚽", language: "en", since: 85, tier: "diamond" },
  { username: "lucia", name: "Lucía Herrera", avatar: "🎨", language: "es", since: 64 },
  { username: "amelie", name: "Amélie Laurent", avatar: "🎻", language: "fr", since: 51, payout: "applepay" },
  { username: "jonas", name: "Jonas Weber", avatar: "🛠️", language: "de", since: 43 },
  { username: "mei", name: "Mei Lindqvist", avatar: "🍀", language: "en", since: 30, hidesGiven: true },
  { username: "tomasz", name: "Tomasz Nowak", avatar: "🦊", language: "nl", since: 19, anonymous: true },
];

/** Whose logins are shown to people who try the product: one in English, one in Dutch. */
export const DEMO_LOGINS = ["emma", "daan"] as const;
