import postgres from "postgres";
import { compared, type Figure, interleave } from "../figure";
import { largestPaint, reportOf, sentBy } from "../lighthouse";
import { costOf, openClient, parentOf } from "../load";
import { startSignedIn } from "../running";
import { installApart } from "./apart";
import { startGhost } from "./ghost";
import { startWordPress, WORDPRESS } from "./wordpress";

/** A request as the others publish it, with its photo as base64. */
export type Post = { title: string; text: string; author: string; picture: string };

/** What serves a list of requests to a signed-in person: every process, with its database. */
export type Site = { pids: number[]; url: string; cookie: string };

const REQUESTS = 20;
/** Each page is asked for so often, one by one. */
const TIMES = 100;

/** What is measured, and its unit. */
const MEASURES = {
  processor: ["processor time a page", "ms"],
  page: ["the page as sent", "kB"],
  visit: ["a first visit as sent", "kB"],
  script: ["its JavaScript", "kB"],
  paint: ["largest paint, slowed", "s"],
} as const;
type Measures = Record<keyof typeof MEASURES, number>;

/** Twenty requests with pictures, beside what a foundation would run instead (P16). */
export async function beside(): Promise<Figure[]> {
  const { stack, server, cookie } = await startSignedIn("demo");
  const pids = [server.pid, await fillFeed(stack.databaseUrl)];
  const posts = await readFeed(stack.appUrl, cookie);
  const apart = await installApart(WORDPRESS);
  const wordpress = await startWordPress(apart, posts);
  const ghost = await startGhost(apart, posts);
  const rounds = await interleave({
    feed: () => measure({ pids, url: `${stack.appUrl}/`, cookie }),
    wordpress: () => measure(wordpress),
    ghost: () => measure(ghost),
  });
  return [
    ...figuresOf("to WordPress", rounds.feed, rounds.wordpress),
    ...figuresOf("to Ghost", rounds.feed, rounds.ghost),
  ];
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

async function measure({ pids, ...page }: Site): Promise<Measures> {
  const client = openClient(1);
  const { bytes } = await client.call(page);
  const { processor } = await costOf(pids, TIMES, () => client.repeat(TIMES, page));
  const report = await reportOf(page.url, { Cookie: page.cookie }, "devtools");
  const [visit, script, paint] = [sentBy(report), sentBy(report, "Script"), largestPaint(report)];
  return { processor, page: bytes / 1_000, visit, script, paint };
}

function figuresOf(label: string, ours: Measures[], others: Measures[]): Figure[] {
  return (Object.keys(MEASURES) as (keyof Measures)[]).map((name) => {
    const [what, unit] = MEASURES[name];
    const rounds = { ours: ours.map((each) => each[name]), other: others.map((each) => each[name]) };
    return compared(`${what}, ${label}`, unit, rounds, { atMost: 1 });
  });
}
