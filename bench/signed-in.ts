import { connect } from "@/db/client";
import { findLogin } from "@/lib/domain/accounts/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { configure } from "./database";
import { loadFixture } from "./fixture";

/** The built application, and the cookie of a signed-in person. */
export type SignedIn = { stack: Stack; server: Server; cookie: string; stop: () => Promise<void> };

/** The data, and who is signed in: a community that fills every page, or the demo people with their photos. */
const BOOKS = {
  community: {
    seed: (url: string) => loadFixture(url, 1_000, { at: new Date() }),
    // Gave, and was given to of late.
    username: "person901",
  },
  demo: { seed: seedDemo, username: "emma" },
};

/** Starts the built application for a benchmark. `next build` must have run. */
export async function startSignedIn(
  books: keyof typeof BOOKS = "community",
  extra: Record<string, string> = {},
): Promise<SignedIn> {
  const { seed, username } = BOOKS[books];
  const postgres = await withPostgres();
  const env = async () => ({ RATE_LIMITS: "off", ...extra });
  const running = await startStack({ postgresUrl: postgres.url, env, seed });
  const { stack, servers } = running;
  const [server] = servers;
  configure(stack.databaseUrl);
  const { db, close } = connect(stack.databaseUrl, { max: 1 });
  const person = await findLogin(db, username);
  if (!server || !person) throw new Error("nobody can sign in");
  const { token } = await openSession(db, person.id, { replaces: null });
  await close();
  return {
    stack,
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
