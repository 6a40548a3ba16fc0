import { Agent, request } from "node:http";
import { connect } from "@/db/client";
import { openSession } from "@/lib/domain/sessions/open-session";
import { withPostgres } from "@/tests/support/postgres";
import { startStack } from "@/tests/support/stack";
import { type Benchmark, counted, type Figure } from "./figure";
import { loadFixture, personId } from "./fixture";

/** Enough people for an unbounded search to take seconds. */
const SIZE = { people: 300_000, requests: 3_000, donations: 600_000 };

/** The number of searching accounts, the connections of each, and the duration. */
const ACCOUNTS = 3;
const CONNECTIONS_EACH = 10;
const SECONDS = 20;
/** The interval of the other person's calls, in milliseconds, and every how many of them is a search. */
const LOOKS_EVERY = 100;
const SEARCHES_EVERY = 10;

/** Texts that are in no name, in a few, and in very many. */
const TEXTS = {
  "two letters": ["zz", "qx", "pe", "11", "a_", "9."],
  "three letters": ["zzq", "123", "per", "n12", "777", "9.8"],
};

export const searches: Benchmark = {
  id: "trust 35",
  name: "searches",
  title: "others, while three accounts search as often as they can, without a limit",
  run,
};

async function run(): Promise<Figure[]> {
  const postgres = await withPostgres();
  const { stack, stop } = await startStack({
    postgresUrl: postgres.url,
    env: async () => ({ RATE_LIMITS: "off" }),
    seed: (url) => loadFixture(url, { ...SIZE, at: new Date() }),
  });
  process.env.DATABASE_URL = stack.databaseUrl;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
  const { db, close } = connect(stack.databaseUrl, { max: 1 });
  const cookies: string[] = [];
  for (let n = 1; n <= ACCOUNTS + 1; n += 1) {
    const { token } = await openSession(db, personId(n * 1_000 + 1), { replaces: null });
    cookies.push(`steuntje.session=${token}`);
  }
  await close();
  const [cookie = "", ...hammering] = cookies;
  try {
    await worst(stack.appUrl, cookie, 2);
    const figures: Figure[] = [];
    for (const [kind, texts] of Object.entries(TEXTS)) {
      const until = performance.now() + SECONDS * 1_000;
      const hammers = hammering.map((each) => hammer(stack.appUrl, each, texts, until));
      const seen = await worst(stack.appUrl, cookie, SECONDS);
      const answered = (await Promise.all(hammers)).flat();
      const found = answered.filter((status) => status === 200).length;
      console.log(`  ${kind}: ${answered.length} searches, ${found} of them answered`);
      figures.push(
        counted(`${kind}: health, slowest`, { unit: "ms", target: { atMost: 500 }, ours: seen.health }),
        counted(`${kind}: feed, slowest`, { unit: "ms", target: { atMost: 1_000 }, ours: seen.feed }),
        counted(`${kind}: an honest search, slowest`, {
          unit: "ms",
          target: { atMost: 1_000 },
          ours: seen.search,
        }),
        counted(`${kind}: honest searches refused`, { unit: "", target: { atMost: 0 }, ours: seen.refused }),
      );
    }
    return figures;
  } finally {
    await stop();
    await postgres.stop();
  }
}

/** Searches again and again until a time; returns every status. */
async function hammer(
  base: string,
  cookie: string,
  texts: readonly string[],
  until: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_EACH });
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS_EACH }, async (_, connection) => {
      for (let n = connection; performance.now() < until; n += 1) {
        const text = encodeURIComponent(texts[n % texts.length] ?? "");
        statuses.push((await timed(`${base}/api/leaderboard?search=${text}`, cookie, agent)).status);
      }
    }),
  );
  agent.destroy();
  return statuses;
}

/**
 * The slowest answers to another person meanwhile, in milliseconds, and how many of their searches were refused.
 */
async function worst(base: string, cookie: string, seconds: number) {
  const agent = new Agent({ keepAlive: true });
  const slowest = { health: 0, feed: 0, search: 0, refused: 0 };
  const until = performance.now() + seconds * 1_000;
  const paths = { health: "/api/health", feed: "/", search: "/api/leaderboard?search=person77" };
  const looks: Promise<void>[] = [];
  for (let look = 0; performance.now() < until; look += 1) {
    for (const [what, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
      if (what === "search" && look % SEARCHES_EVERY > 0) continue;
      looks.push(
        timed(`${base}${path}`, cookie, agent).then(({ status, ms }) => {
          slowest[what] = Math.max(slowest[what], ms);
          if (status !== 200) slowest.refused += 1;
        }),
      );
    }
    await new Promise((done) => setTimeout(done, LOOKS_EVERY));
  }
  await Promise.all(looks);
  agent.destroy();
  return slowest;
}

function timed(url: string, cookie: string, agent: Agent): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - begun }));
    });
    sent.on("error", reject);
    sent.end();
  });
}
