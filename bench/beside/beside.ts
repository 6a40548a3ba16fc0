import postgres from "postgres";
import { compared, type Figure, interleave } from "../figure";
import { largestPaint, makeGiftLink, reportOf, sentBy } from "../lighthouse";
import { type Call, costOf, openClient, parentOf } from "../load";
import { startSignedIn } from "../signed-in";
import { installApart } from "./apart";
import { startGhost } from "./ghost";
import { startWordPress, UNCACHED, WORDPRESS } from "./wordpress";

/** A request as the others publish it, with its photo as base64. */
export type Post = { title: string; text: string; author: string; picture: string };

/** What serves a list of requests to anybody and to a signed-in person: every process, with its database. */
export type Site = { pids: number[]; url: string; cookie: string };

type Page = Call & { pids: number[] };

const REQUESTS = 20;
const CONNECTIONS = 8;
/** Each page is asked for so often, or for so long where it is a quick one. */
const LEAST = 100;
const SECONDS = 1;

/** What is measured, its unit, and whether ours must not be more. */
const MEASURES = {
  processor: ["processor time a page", "ms", true],
  rate: [`pages a second, ${CONNECTIONS} connections`, "/s", false],
  page: ["the page as sent", "kB", true],
  visit: ["a first visit as sent", "kB", true],
  script: ["its JavaScript", "kB", true],
  paint: ["largest paint, slowed", "s", true],
} as const;
type Measures = Record<keyof typeof MEASURES, number>;

/** Twenty requests with pictures, beside what a foundation would run instead (P16). */
export async function beside(): Promise<Figure[]> {
  const { stack, server, cookie, stop } = await startSignedIn("demo");
  const stops = [stop];
  try {
    const pids = [server.pid, await fillFeed(stack.databaseUrl)];
    const posts = await readFeed(stack.appUrl, cookie);
    const link = stack.appUrl + (await makeGiftLink(stack.appUrl, cookie));
    const apart = await installApart(WORDPRESS);
    stops.push(apart.stop);
    const wordpress = await startWordPress(apart, posts);
    const ghost = await startGhost(apart, posts);
    const visitor = { cookie: "" };
    const rounds = await interleave({
      feed: () => measure({ pids, url: `${stack.appUrl}/`, cookie }),
      wordpress: () => measure(wordpress),
      ghost: () => measure(ghost),
      link: () => measure({ pids, url: link }),
      wordpressOut: () => measure({ ...wordpress, ...visitor, headers: UNCACHED }),
      wordpressCached: () => measure({ ...wordpress, ...visitor }),
      ghostOut: () => measure({ ...ghost, ...visitor }),
    });
    return [
      ...figuresOf("signed in, to WordPress", rounds.feed, rounds.wordpress, true),
      ...figuresOf("signed in, to Ghost", rounds.feed, rounds.ghost, true),
      ...figuresOf("our gift link, to WordPress signed out", rounds.link, rounds.wordpressOut),
      ...figuresOf("our gift link, to WordPress from nginx' cache", rounds.link, rounds.wordpressCached),
      ...figuresOf("our gift link, to Ghost signed out", rounds.link, rounds.ghostOut),
    ];
  } finally {
    for (const each of stops.reverse()) await each();
  }
}

/** Gives the demo's requests and copies of them its photos, and returns the id of the database's server. */
async function fillFeed(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await sql`insert into requests (id, user_id, item, description, category, goal, created_at)
      select gen_random_uuid(), user_id, item, description, category, goal, created_at - n * interval '1 day'
      from requests, generate_series(1, 3) n`;
    await sql`with photo as (
        select photo_url, row_number() over (order by photo_url) - 1 as n, count(*) over () as photos
        from (select distinct photo_url from requests where photo_url is not null) p
      ), ordered as (select id, row_number() over (order by created_at) as n from requests)
      update requests set photo_url = photo.photo_url from photo, ordered
      where ordered.id = requests.id and ordered.n % photo.photos = photo.n`;
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return await parentOf(backend?.pid ?? 0);
  } finally {
    await sql.end();
  }
}

/** What the feed shows, the last one first: the others show what is new on top. */
async function readFeed(appUrl: string, cookie: string): Promise<Post[]> {
  const answer = await fetch(`${appUrl}/api/requests?limit=${REQUESTS}`, { headers: { cookie } });
  const feed = (await answer.json()) as {
    item: string;
    description: string;
    photoUrl: string;
    user: { name: string };
  }[];
  if (feed.length !== REQUESTS) throw new Error(`the feed has ${feed.length} requests`);
  return Promise.all(
    feed.reverse().map(async ({ item, description, photoUrl, user }) => {
      const picture = await (await fetch(appUrl + photoUrl)).arrayBuffer();
      const texts = { title: item, text: description, author: user.name };
      return { ...texts, picture: Buffer.from(picture).toString("base64") };
    }),
  );
}

async function measure({ pids, ...page }: Page): Promise<Measures> {
  const [one, several] = [openClient(1), openClient(CONNECTIONS)];
  try {
    const { bytes } = await one.call(page);
    const count = Math.max(LEAST, Math.round((await one.rate(LEAST / 4, page)) * SECONDS));
    const { processor } = await costOf(pids, count, () => one.rate(count, page));
    const rate = await several.rate(count, page);
    const headers = { ...page.headers, ...(page.cookie && { Cookie: page.cookie }) };
    const report = await reportOf(page.url, headers, "devtools");
    const [visit, script, paint] = [sentBy(report), sentBy(report, "Script"), largestPaint(report)];
    return { processor, rate, page: bytes / 1_000, visit, script, paint };
  } finally {
    one.close();
    several.close();
  }
}

function figuresOf(label: string, ours: Measures[], others: Measures[], hasTarget = false): Figure[] {
  return (Object.keys(MEASURES) as (keyof Measures)[]).map((name) => {
    const [what, unit, isLess] = MEASURES[name];
    const rounds = { ours: ours.map((each) => each[name]), other: others.map((each) => each[name]) };
    return compared(`${what}, ${label}`, {
      unit,
      rounds,
      ...(hasTarget && isLess && { target: { atMost: 1 } }),
    });
  });
}
