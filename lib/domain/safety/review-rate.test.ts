import { expect, it } from "vitest";
import { DAY, HOUR } from "@/lib/ground/durations";
import { DEMO_REQUESTS } from "@/seed/requests";
import { Random } from "@/tests/faults/random";
import { marksOf } from "./like-texts";
import {
  flagsOfMaking,
  flagsOfMoney,
  isHeldBy,
  type MadeFacts,
  type MoneyFacts,
  textOf,
} from "./review-rules";

const random = new Random(20_261_126);
const pick = (values: readonly string[]) => random.pick(values) ?? "";
const NOW = new Date("2026-11-26T12:00:00Z");
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const words = (text: string) => text.split(",");

const THINGS = words(
  "winter coat,bicycle,school bag,laptop,washing machine,guitar,bed,cooker,pram,wheelchair ramp,desk,hearing aid",
);
const WHO = words("my daughter,my son,the twins,my father,our choir,the neighbours,a friend,our team,myself");
const SAID = words(
  "The old one broke last week,We moved here in spring,The doctor said that it would help,Our savings went into the move,The new job begins on Monday,It was stolen from the hallway,The school asks for it,We share one with four others,The stairs are too much,Second-hand is fine,I found one nearby for this price,I will send a photo when it is here,We pay the rest ourselves,My brother fetches it,It has to be in before the holidays,Even a little helps,You are welcome to see it,The neighbours know us",
);
const NAMES = words("Anna,Bilal,Chloé,Daan,Elif,Femke,Goran,Hana,Ines,Jonas,Kofi,Leila,Marek,Noor,Olga,Pim");

/** What is wrong with a made-up request, and of how many in a thousand. */
const WRONG = { copied: 4, contact: 6, bank: 2, browser: 3, burst: 1, reported: 1 } as const;
type Wrong = keyof typeof WRONG;

const earlier: MadeFacts["texts"] = [];
const byMark = new Map<number, MadeFacts["texts"]>();

/** Requests that have several marks in common with a text, as the store finds them. */
function likeOnes(marks: readonly number[]): MadeFacts["texts"] {
  const shared = new Map<MadeFacts["texts"][number], number>();
  for (const mark of marks) {
    for (const other of byMark.get(mark) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  return [...shared].filter(([, count]) => count >= 4).map(([other]) => other);
}

/** A request with facts as they come: a quarter of the accounts young, a third of the goals high. */
function madeUp(n: number): { made: MadeFacts; money: MoneyFacts; wrong: Set<Wrong> } {
  const wrong = new Set(
    Object.entries(WRONG).flatMap(([what, of]) => (random.chance(of / 1_000) ? [what as Wrong] : [])),
  );
  const createdAt = ago((10_000 - n) * 0.2 * HOUR);
  const copied = wrong.has("copied") ? random.pick(earlier.slice(-500)) : undefined;
  const who = `${pick(NAMES)} ${pick(NAMES)}son of number ${random.whole(1, 999)}`;
  const told = `${[SAID, SAID, SAID].map(pick).join(". ")}. ${who}, near the ${pick(THINGS)} shop.`;
  const own = {
    requestId: `r${n}`,
    ownerId: `p${n}`,
    createdAt,
    item: copied?.item ?? `A ${pick(THINGS)} for ${pick(WHO)}`,
    description: `${copied?.description ?? told}${wrong.has("contact") ? " Write to me@example.org first." : ""}`,
  };
  const marks = marksOf(textOf(own));
  const texts = likeOnes(marks);
  earlier.push(own);
  for (const mark of marks) byMark.set(mark, [...(byMark.get(mark) ?? []).slice(-4), own]);
  const age = random.chance(0.25) ? random.whole(0, 6) : random.whole(7, 900);
  const goal = random.chance(0.3) ? random.whole(25_001, 100_000) : random.whole(1_000, 25_000);
  const isBurst = wrong.has("burst");
  return {
    wrong,
    made: { ...own, ownerSince: new Date(createdAt.getTime() - age * DAY), goal, texts, photos: [] },
    money: {
      sharesBankWith: wrong.has("bank") ? ["another"] : [],
      sharesBrowserWith: wrong.has("browser") ? ["another"] : [],
      donations: Array.from({ length: isBurst ? 6 : random.whole(0, 6) }, (_, count) => ({
        amount: isBurst ? 100 : random.whole(2, 60) * 100,
        settledAt: ago(count * (isBurst ? HOUR / 12 : 7 * HOUR)),
        donorSince: ago(isBurst || random.chance(0.15) ? HOUR : 40 * DAY),
      })),
      reports: wrong.has("reported") ? ["a", "b"].map((by) => ({ by, browser: `of ${by}` })) : [],
    },
  };
}

const isHeld = ({ made, money }: { made: MadeFacts; money: MoneyFacts }) =>
  isHeldBy([...flagsOfMaking(made), ...flagsOfMoney(money)]);

it("of 10,000 made-up requests the rules hold about one in a hundred, and of those with nothing wrong few", () => {
  const requests = Array.from({ length: 10_000 }, (_, n) => madeUp(n));
  const held = requests.filter(isHeld);
  // Young accounts with high goals whose texts happen to be alike: they are of the same eighteen sentences.
  expect(held.filter(({ wrong }) => wrong.size === 0).length).toBeLessThan(50);
  for (const request of requests) {
    if (request.wrong.has("bank") || request.wrong.has("reported")) expect(isHeld(request)).toBe(true);
  }
  expect(held.length).toBeGreaterThan(50);
  expect(held.length).toBeLessThan(150);
});

it("of the demo's requests the rules hold none", () => {
  const money: MoneyFacts = { sharesBankWith: [], sharesBrowserWith: [], donations: [], reports: [] };
  for (const { owner, item, description, goal, hoursAgo } of DEMO_REQUESTS) {
    const createdAt = ago(hoursAgo * HOUR);
    const made = {
      ownerId: owner,
      ownerSince: createdAt,
      createdAt,
      goal,
      item,
      description,
      texts: [],
      photos: [],
    };
    expect(isHeld({ made, money }), item).toBe(false);
  }
});
