import { connect, type Db } from "@/db/client";
import { findLogin } from "@/lib/domain/accounts/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { createDatabase, dropDatabase, withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { loadFixture } from "./fixture";

const ends: (() => unknown)[] = [];

/** Does this when the benchmark that runs is over, what was added last first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
}

/** A PostgreSQL where databases may be created: TEST_DATABASE_URL, or an embedded one. */
async function startPostgres(): Promise<string> {
  const { url, stop } = await withPostgres();
  atEnd(stop);
  return url;
}

/** A new database, migrated and empty. */
export async function newDatabase(): Promise<string> {
  const server = await startPostgres();
  const url = await createDatabase(server);
  atEnd(() => dropDatabase(server, url));
  configure(url);
  return url;
}

/** What the domain needs in this process. */
function configure(url: string): void {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
}

export function openDb(...to: Parameters<typeof connect>): Db {
  const { db, close } = connect(...to);
  atEnd(close);
  return db;
}

/** The built application. */
export type App = { stack: Stack; server: Server };

/** Starts it with this environment on a new database, which `seed` fills. `next build` must have run. */
export async function startApp(
  extra: Record<string, string>,
  seed?: (url: string, dataDir: string) => Promise<void>,
): Promise<App> {
  const { stack, servers, stop } = await startStack({
    postgresUrl: await startPostgres(),
    env: async () => ({ RATE_LIMITS: "off", ...extra }),
    ...(seed && { seed }),
  });
  atEnd(stop);
  configure(stack.databaseUrl);
  const [server] = servers;
  if (!server) throw new Error("no server was started");
  return { stack, server };
}

/** The data, and who is signed in: a community that fills every page, or the demo people with their photos. */
const BOOKS = {
  community: {
    seed: (url: string) => loadFixture(url, 1_000, { at: new Date() }),
    // Gave, and was given to of late.
    username: "person901",
  },
  demo: { seed: seedDemo, username: "emma" },
};

/** Starts the built application for a benchmark; the cookie is of a signed-in person. */
export async function startSignedIn(
  books: keyof typeof BOOKS = "community",
  extra: Record<string, string> = {},
): Promise<App & { cookie: string }> {
  const { seed, username } = BOOKS[books];
  const app = await startApp(extra, seed);
  const { db, close } = connect(app.stack.databaseUrl, { max: 1 });
  const person = await findLogin(db, username);
  if (!person) throw new Error("nobody can sign in");
  const cookie = await cookieOf(db, person.id);
  await close();
  return { ...app, cookie };
}

/** The cookie of a new session. */
export async function cookieOf(db: Db, personId: string): Promise<string> {
  const { token } = await openSession(db, personId, { replaces: null });
  return `steuntje.session=${token}`;
}

async function seedDemo(url: string, dataDir: string): Promise<void> {
  configure(url);
  // The configuration is read once per process, and an earlier benchmark's names another folder.
  await seedIfEmpty(openDb(url, { max: 1 }), createPhotoStore({ ...env(), dataDir }));
}
