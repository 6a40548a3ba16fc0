import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId, users } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { listNotifications } from "@/lib/domain/messages/queries";
import { thank } from "@/lib/domain/messages/thank";
import { decide, liftDecision } from "@/lib/domain/operator/decide";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { sendReport } from "@/lib/domain/safety/send-report";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { env } from "@/lib/ground/env";
import { addDays, hourOf, periodStarts } from "@/lib/ground/periods";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import en from "@/messages/en.json";
import { signedIn, startSite } from "../support/actors";
import { aDecision, addOperator } from "../support/deciding";
import { start, tell } from "../support/donating";
import { Client, ownStack } from "../support/http";
import { addPerson, addRequest } from "../support/people";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";
import { whatToAsk } from "./what-to-ask";

/** What a test may take, and what it takes by far. */
const LONGEST_MS = 600_000;
const USUAL_MS = 120_000;

const card = new ScriptedCard();
let site: Awaited<ReturnType<typeof startSite>>;
let context: PayoutContext;
let recipient: { id: string };
let stranger: { id: string };
let wanted: { id: string };
beforeAll(async () => {
  site = await startSite();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", ownStack().databaseUrl);
  context = { db: site.db, card, wallet: new ScriptedWallet(), payoutProviders: unconfiguredPayouts };
  recipient = await addPerson(site.db, { subscriptionTier: "diamond" });
  stranger = await addPerson(site.db);
  wanted = await addRequest(site.db, recipient, { goal: 1_000_000 });
  // Others whose places would move.
  for (const amount of ["7000.00", "8500.00"]) await give(await addPerson(site.db), amount);
});
afterAll(() => site.close());
// A day that begins between two looks moves the boards by itself.
beforeEach(async () => {
  const { timeZone } = env();
  const midnight = hourOf(addDays(periodStarts(new Date(), timeZone).daily, 1), 0, timeZone).getTime();
  if (midnight - Date.now() < USUAL_MS) await wait(midnight - Date.now() + 1_000);
}, 2 * LONGEST_MS);

async function give(donor: { id: string }, amount: string): Promise<void> {
  const { paymentId } = await start(context, donor, wanted, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
}

const VIEWERS = ["the recipient", "a stranger", "a visitor"] as const;

/** What each of them is answered by every call, page and export. */
type Look = Map<string, string>;

async function look(donor: { id: string; username: string }, request: string | null): Promise<Look> {
  const things = { person: donor.id, username: donor.username, request: request ?? wanted.id };
  const share = `/auth?next=${encodeURIComponent(`/?request=${request ?? wanted.id}`)}`;
  const asked = whatToAsk(things, [
    share,
    `/?request=${request ?? wanted.id}`,
    `/leaderboard?search=${donor.username}`,
    `/api/leaderboard?search=${donor.username}`,
    "/api/leaderboard?search=wo",
    facesPath(things.request),
    // What would change something is asked wrongly and refused before anything is read, the office is nothing to any
    // of them, and a page holds its payload: access-secrets.test.ts asks for these.
  ]).filter(
    ({ method, path, sent }) =>
      (method === "GET" && !path.startsWith("/office") && !sent.headers?.rsc) || path.includes("/validate"),
  );
  return answersTo(asked);
}

const facesPath = (request: string) => `/api/requests/faces?ids=${wanted.id},${request}`;

async function answersTo(asked: ReturnType<typeof whatToAsk>): Promise<Look> {
  const looks = await Promise.all(VIEWERS.map((who) => answersToOne(who, asked)));
  return new Map(looks.flatMap((seen) => [...seen]));
}

async function answersToOne(
  who: (typeof VIEWERS)[number],
  asked: ReturnType<typeof whatToAsk>,
): Promise<Look> {
  const seen: Look = new Map();
  const person = who === "the recipient" ? recipient : who === "a stranger" ? stranger : null;
  // The page of an account lists its sessions.
  if (person) await endSessionsOf(site.db, person.id);
  const reader = person ? await signedIn(site, person) : new Client(site.base);
  await Promise.all(
    asked.map(async ({ method, path, sent }) => {
      const headers = { "accept-language": "en", ...sent.headers };
      const { status, headers: told, body } = await reader.send(method, path, { ...sent, headers });
      const text = typeof body === "string" ? body : JSON.stringify(body);
      seen.set(`${who}: ${method} ${path.replace(/[0-9a-f-]{36}/g, "…")}`, `${status} ${[...told]} ${text}`);
    }),
  );
  return seen;
}

const bare = (text: string) => text.replace(/(?<=\d)[.,\s\u00a0\u202f](?=\d)/g, "");
const countIn = (text: string, word: string) =>
  /^\d+$/.test(word)
    ? [...bare(text).matchAll(new RegExp(`(?<![\\da-f])${word}(?![\\da-f])`, "g"))].length
    : text.split(word).length - 1;

/** Where these words occur more or less often in the second look than in the first. */
function moved(first: Look, second: Look, words: readonly string[]): string[] {
  return [...first].flatMap(([where, text]) =>
    words
      .filter((word) => countIn(text, word) !== countIn(second.get(where) ?? "", word))
      .map((word) => `${where}: ${word}`),
  );
}

/** Where these words occur at all. */
const found = (seen: Look, words: readonly string[]) =>
  moved(new Map([...seen].map(([where]) => [where, ""])), seen, words);

/** Whether an address contains a name, so that its answer may repeat it. */
const isAsked = (where: string) => where.includes("search=") || where.includes("/people/");

/** The boards as signed-in people are answered them, without the headers. */
const boards = (seen: Look) =>
  [...seen]
    .filter(([where]) => where.includes("GET /api/leaderboard?period") && !where.startsWith("a visitor"))
    .map(([where, text]) => [where, text.slice(text.indexOf("[{"))] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));

/** Where the faces on cards have a word; the call with one request is the access table's own. */
const facesWith = (seen: Look, word: string) =>
  found(new Map([...seen].filter(([where]) => where.includes("GET /api/requests/faces?ids=…,…"))), [word]);
const FACES_OF_WANTED = ["the recipient", "a stranger"].map(
  (who) => `${who}: GET /api/requests/faces?ids=…,…`,
);

const AVATAR = "🦤";
const ERASED = en.shared.deletedUser;

async function newDonor(username: string) {
  const donor = await addPerson(site.db, { username, name: `Mx ${username}` });
  await site.db.update(users).set({ avatar: AVATAR }).where(eq(users.id, donor.id));
  return { ...donor, words: [username, `Mx ${username}`, donor.id, donor.email, AVATAR] };
}

const turn = (person: { id: string }, anonymousProfile: boolean) =>
  updateUser(site.db, person, { anonymousProfile });

describe("trust 36: nobody is worked out from two looks", () => {
  it(
    "who only ever gave anonymously is nowhere, around a donation, the switch, a rename and their erasure",
    async () => {
      const donor = await newDonor("worked.out-quiet");
      const words = [...donor.words, "worked.out-again", ERASED];
      await turn(donor, true);
      const before = await look(donor, null);
      await give(donor, "9134.57");
      const after = await look(donor, null);
      expect(before.size).toBeGreaterThan(200);
      expect(moved(before, after, words)).toEqual([]);
      expect(boards(after)).toEqual(boards(before));
      // The recipient is notified of the donation itself, so that the looks are known to see something.
      expect(found(after, ["913457"]).some((where) => where.startsWith("the recipient"))).toBe(true);

      const [told] = (await listNotifications(site.db, recipient.id, { limit: 1 })).items;
      await thank(site.db, recipient, { id: told?.id ?? "", emoji: "🤗" });
      await turn(donor, false);
      const off = await look(donor, null);
      expect(moved(after, off, words)).toEqual([]);
      expect(boards(off)).toEqual(boards(after));

      await updateUser(site.db, donor, { username: "worked.out-again" });
      const renamed = await look(donor, null);
      // Their page has moved.
      expect(moved(off, renamed, words).filter((where) => !where.includes("/people/"))).toEqual([]);

      await site.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
      const erased = await look(donor, null);
      expect(moved(renamed, erased, words)).toEqual([]);
      expect(boards(erased)).toEqual(boards(before));
    },
    LONGEST_MS,
  );

  it(
    "trust 48: who reported is nowhere, around a report, a decision about it and what it decided",
    async () => {
      const reporter = await newDonor("worked.out-reporter");
      const text = "worked.out-said: this photo is my neighbour's";
      const target = { kind: "request" as const, id: wanted.id };
      const send = async (viewer: { id: string } | null, name?: string) => {
        const said = { target, ground: "scam" as const, text, goodFaith: true as const };
        const email = `${name}@worked.out-example.org`;
        const by = {
          viewer: viewer && { id: viewer.id, isOperator: false },
          locale: "en",
          browser: null,
        } as const;
        return sendReport(site.db, by, { ...said, ...(name && { name, email }) }, newId());
      };
      const before = await look(reporter, null);
      const sent = [await send(reporter), await send(null, "worked.out-visitor")];
      const words = [
        ...reporter.words,
        "worked.out-said",
        "worked.out-visitor",
        ...sent.map(({ reference }) => reference),
      ];
      const reported = await look(reporter, null);
      expect(moved(before, reported, words)).toEqual([]);
      const operator = await addOperator(site.db);
      const { decision } = await decide(
        context,
        operator,
        aDecision("request", wanted.id, "giving_off", { report: sent[0]?.reference ?? null }),
      );
      const decided = await look(reporter, null);
      expect(moved(reported, decided, words)).toEqual([]);
      expect(found(decided, ["The photo is on another site."]).map((where) => where.split(":")[0])).toContain(
        "the recipient",
      );
      await liftDecision(context, operator, { decision: decision.id, reason: "a mistake" });
      expect(moved(decided, await look(reporter, null), words)).toEqual([]);
      const others = await site.db.execute<{ row: string }>(sql`
      select to_jsonb(m)::text as row from mails m where user_id = ${recipient.id}
      union all select to_jsonb(n)::text from notifications n where user_id = ${recipient.id}`);
      expect(words.filter((word) => others.some(({ row }) => row.includes(word)))).toEqual([]);
    },
    LONGEST_MS,
  );

  it(
    "who also gave openly, and asks, is not connected with a donation made anonymously",
    async () => {
      const donor = await newDonor("worked.out-known");
      const own = await addRequest(site.db, donor, { item: "A wish of one who gives" });
      await give(donor, "8123.45");
      const figures = ["1739802", "926457"];
      await turn(donor, true);
      const before = await look(donor, own.id);
      await give(donor, "9264.57");
      const after = await look(donor, own.id);
      expect(moved(before, after, [...donor.words, figures[0] ?? ""])).toEqual([]);
      expect(boards(after)).toEqual(boards(before));
      // Signed-in people see whose request it is; visitors do not (D38).
      const named = found(after, [donor.username]);
      expect(named.some((where) => where.startsWith("a stranger"))).toBe(true);
      expect(named.filter((where) => where.startsWith("a visitor"))).toEqual(
        named.filter((where) => where.startsWith("a visitor") && isAsked(where)),
      );

      await turn(donor, false);
      const off = await look(donor, own.id);
      expect(found(off, figures.slice(0, 1))).toEqual([]);
      // What they gave openly shows their face, to signed-in people.
      expect([before, after].flatMap((seen) => facesWith(seen, donor.username))).toEqual([]);
      expect(facesWith(off, donor.username)).toEqual(
        FACES_OF_WANTED.map((where) => `${where}: ${donor.username}`),
      );
      const donation = (seen: Look) => {
        const [, text = ""] =
          [...seen].find(([where]) => where.startsWith("the recipient: GET /api/notifications?")) ?? [];
        const told = JSON.parse(text.slice(text.indexOf("[{"))) as {
          amount: number;
          donorName: string | null;
        }[];
        return told.filter(({ amount }) => amount === 926_457).map(({ donorName }) => donorName);
      };
      expect([donation(before), donation(after), donation(off)]).toEqual([[], [null], [null]]);
      const listed = boards(off).filter(([, text]) => text.includes(donor.username));
      expect(listed.length).toBeGreaterThan(0);
      for (const [, text] of listed) expect(text).toContain('"totalGiven":812345');

      await site.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
      const erased = await look(donor, own.id);
      expect(donation(erased)).toEqual([null]);
      expect(facesWith(erased, AVATAR)).toEqual([]);
      expect(found(erased, donor.words.slice(0, 2))).toEqual(
        found(erased, donor.words.slice(0, 2)).filter(isAsked),
      );
    },
    LONGEST_MS,
  );

  it(
    "who hides what they gave is not told by a card's bar and faces, around a donation and the switch",
    async () => {
      const donor = await newDonor("worked.out-hidden");
      const hide = (hideGivenAmount: boolean) => updateUser(site.db, donor, { hideGivenAmount });
      const faces = { method: "GET", path: facesPath(wanted.id), sent: {} };
      const shown = async () =>
        facesWith(await answersTo([faces]), donor.username).map((found) =>
          found.split(": ").slice(0, -1).join(": "),
        );
      await hide(true);
      expect(await shown()).toEqual([]);
      await give(donor, "7123.46");
      expect(await shown()).toEqual([]);
      await hide(false);
      expect(await shown()).toEqual(FACES_OF_WANTED);
      await hide(true);
      expect(await shown()).toEqual([]);
    },
    LONGEST_MS,
  );
});
