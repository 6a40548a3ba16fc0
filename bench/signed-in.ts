import { connect } from "@/db/client";
import { findLogin } from "@/lib/domain/accounts/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { configure } from "./database";
import { loadFixture, part, personId } from "./fixture";

/** The built application, and the cookie of a signed-in person. */
export type SignedIn = { stack: Stack; server: Server; cookie: string; stop: () => Promise<void> };

/** The data: a community with full pages, or the demo people with their photos. */
type Books = "community" | "demo";

/** A thousand people fill every page and load quickly. */
const SIZE = part(1_000);

/** Starts the built application for a benchmark. `next build` must have run. */
export async function startSignedIn({
  books = "community",
  server: extra = {},
}: {
  books?: Books;
  server?: Record<string, string>;
} = {}): Promise<SignedIn> {
  const postgres = await withPostgres();
  const running = await startStack({
    postgresUrl: postgres.url,
    env: async () => ({ RATE_LIMITS: "off", ...extra }),
    seed: books === "demo" ? seedDemo : (url) => loadFixture(url, { ...SIZE, at: new Date() }),
  });
  const [server] = running.servers;
  if (!server) throw new Error("no server was started");
  configure(running.stack.databaseUrl);
  const { db, close } = connect(running.stack.databaseUrl, { max: 1 });
  const person = books === "demo" ? ((await findLogin(db, "emma"))?.id ?? null) : personId(SIZE.people / 2);
  if (person === null) throw new Error("no person to sign in");
  const { token } = await openSession(db, person, { replaces: null });
  await close();
  return {
    stack: running.stack,
    server,
    cookie: `steuntje.session=${token}`,
    stop: async () => {
      await running.stop();
      await postgres.stop();
    },
  };
}

async function seedDemo(url: string, dataDir: string): Promise<void> {
  configure(url);
  const { db, close } = connect(url, { max: 1 });
  // The configuration is read once per process, and an earlier benchmark's names another folder.
  await seedIfEmpty(db, createPhotoStore({ ...env(), dataDir }));
  await close();
}
