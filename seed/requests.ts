import type { BoostType, Category, PostKind, ThanksEmoji } from "@/lib/ground/vocabulary";

/** The pictures in `seed/photos`. */
export type DemoPhoto = "books" | "cargo-bike" | "football" | "paints" | "violin";

export type DemoDonation = {
  from: string;
  /** Decimal. */
  amount: string;
  /** How many hours ago. */
  hoursAgo: number;
  /** With what the owner thanked for it. */
  thanks?: ThanksEmoji;
};

export type DemoRequest = {
  owner: string;
  item: string;
  description: string;
  category: Category;
  /** Cents. */
  goal: number;
  hoursAgo: number;
  photo?: DemoPhoto;
  boost?: { type: BoostType; hoursAgo: number };
  emoji?: string;
  donations?: readonly DemoDonation[];
  /** What its owner told those who gave. */
  posts?: readonly { kind: Exclude<PostKind, "delivered">; text: string; hoursAgo: number }[];
};

export const DEMO_REQUESTS: readonly DemoRequest[] = [
  {
    owner: "kwame",
    item: "Boots and bibs for our neighbourhood football team",
    category: "sport",
    description:
      "Twenty-two kids, one pitch and three pairs of boots that still fit. Every Saturday we train anyone between 8 and 12 who turns up. With this we can put a whole team on the field, and nobody has to watch from the side because of their shoes.",
    goal: 120_000,
    photo: "football",
    hoursAgo: 150,
    donations: [
      { from: "emma", amount: "75.00", hoursAgo: 149 },
      { from: "mei", amount: "250.00", hoursAgo: 101 },
      { from: "daan", amount: "40.00", hoursAgo: 49 },
      { from: "jonas", amount: "60.00", hoursAgo: 20 },
    ],
  },
  {
    owner: "fatima",
    item: "Naaimachine voor ons buurtatelier",
    category: "work",
    description:
      "Elke woensdag herstellen we samen kleding in het buurthuis. Onze oude machine heeft het na achttien jaar begeven. Met een stevige nieuwe kunnen we weer elke week tien mensen helpen met jassen, broeken en gordijnen.",
    goal: 65_000,
    hoursAgo: 120,
    donations: [
      { from: "daan", amount: "25.00", hoursAgo: 118 },
      { from: "emma", amount: "50.00", hoursAgo: 74 },
      { from: "tomasz", amount: "30.00", hoursAgo: 26 },
    ],
  },
  {
    owner: "lucia",
    item: "Pinturas y papel para el taller de los domingos",
    category: "children",
    description:
      "Doy clases de dibujo gratis a niñas y niños del barrio. Siempre faltan pinceles y papel bueno. Con esta ayuda tendremos material para todo el curso, y una pequeña exposición en primavera.",
    goal: 18_000,
    photo: "paints",
    hoursAgo: 60,
    boost: { type: "normal", hoursAgo: 2 },
    donations: [
      { from: "amelie", amount: "25.00", hoursAgo: 40 },
      { from: "emma", amount: "20.00", hoursAgo: 22, thanks: "🤗" },
      { from: "mei", amount: "50.00", hoursAgo: 3 },
    ],
  },
  {
    owner: "daan",
    item: "Bakfiets voor de voedselbank",
    category: "transport",
    description:
      "Met een tweedehands bakfiets brengen we elke vrijdag pakketten naar mensen die niet zelf kunnen komen. Nu lopen we drie keer heen en weer met een boodschappenkar.",
    goal: 45_000,
    photo: "cargo-bike",
    hoursAgo: 96,
    donations: [
      { from: "fatima", amount: "50.00", hoursAgo: 90 },
      { from: "kwame", amount: "100.00", hoursAgo: 70 },
      { from: "tomasz", amount: "15.00", hoursAgo: 52 },
      { from: "emma", amount: "35.00", hoursAgo: 8, thanks: "❤️" },
    ],
    posts: [
      {
        kind: "update",
        text: "Zaterdag gaan we bij twee bakfietsen kijken. Ik laat weten welke het wordt.",
        hoursAgo: 6,
      },
    ],
  },
  {
    owner: "amelie",
    item: "Un violon trois-quarts pour Inès",
    category: "music",
    description:
      "Inès a dix ans et répète sur un violon devenu trop petit. Son professeur a trouvé un bon instrument d'occasion ; il manque encore une partie de la somme.",
    goal: 32_000,
    photo: "violin",
    hoursAgo: 47,
    donations: [
      { from: "lucia", amount: "20.00", hoursAgo: 44 },
      { from: "mei", amount: "80.00", hoursAgo: 28 },
    ],
  },
  {
    owner: "jonas",
    item: "Werkzeug für unser Repair-Café",
    category: "work",
    description:
      "Einmal im Monat reparieren wir gemeinsam Toaster, Lampen und Fahrräder. Uns fehlen ein guter Lötkolben, ein Multimeter und ein Satz Schraubendreher.",
    goal: 24_000,
    hoursAgo: 34,
    donations: [
      { from: "daan", amount: "10.00", hoursAgo: 30 },
      { from: "kwame", amount: "45.00", hoursAgo: 12 },
    ],
  },
  {
    owner: "emma",
    item: "A hearing-loop cushion for Grandad",
    category: "health",
    description:
      "My grandfather can't follow the television any more, or us when the whole family talks at once. This small loop works with the hearing aids he already has.",
    goal: 9_500,
    hoursAgo: 72,
    emoji: "🥳",
    donations: [
      { from: "daan", amount: "25.00", hoursAgo: 66, thanks: "🙏" },
      { from: "fatima", amount: "20.00", hoursAgo: 58 },
      { from: "jonas", amount: "15.00", hoursAgo: 50 },
      { from: "mei", amount: "35.00", hoursAgo: 31, thanks: "🎉" },
    ],
    posts: [
      {
        kind: "thanks",
        text: "He laughed at the right moment of every joke last night. Thank you!",
        hoursAgo: 20,
      },
    ],
  },
  {
    owner: "emma",
    item: "Winter coats for two growing boys",
    category: "children",
    description:
      "They grew eight centimetres since last winter and every sleeve ends at the elbow. Two warm, second-hand coats would see us through to spring.",
    goal: 14_000,
    hoursAgo: 15,
    donations: [
      { from: "tomasz", amount: "20.00", hoursAgo: 6 },
      { from: "lucia", amount: "15.00", hoursAgo: 1 },
    ],
  },
  {
    owner: "mei",
    item: "Train ticket to see my sister's new baby",
    category: "transport",
    description:
      "I have been saving since summer and am nearly there. The last part of the ticket is all I need.",
    goal: 6_000,
    hoursAgo: 5,
  },
  {
    owner: "tomasz",
    item: "Leesbril en een stapel boeken",
    category: "health",
    description:
      "Na mijn operatie mag ik weer lezen. Een bril op sterkte en een paar boeken uit de kringloop zouden de avonden een stuk korter maken.",
    goal: 11_000,
    photo: "books",
    hoursAgo: 3,
  },
];
