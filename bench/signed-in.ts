import { connect } from "@/db/client";
import { openSession } from "@/lib/domain/sessions/open-session";
import { withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { loadFixture, part, personId } from "./fixture";

/** The built application on a small community's books, and a cookie of somebody in the middle of it. */
export type SignedIn = { stack: Stack; server: Server; cookie: string; stop: () => Promise<void> };

/** A thousand people: enough for full pages, and quick to load. */
const SIZE = part(1_000);

/** Starts the built application for a benchmark. `next build` must have run. */
export async function startSignedIn(env: Record<string, string> = {}): Promise<SignedIn> {
  const postgres = await withPostgres();
  const running = await startStack({
    postgresUrl: postgres.url,
    env: async () => ({ RATE_LIMITS: "off", ...env }),
    seed: (url) => loadFixture(url, { ...SIZE, at: new Date() }),
  });
  const [server] = running.servers;
  if (!server) throw new Error("no server was started");
  const { db, close } = connect(running.stack.databaseUrl, { max: 1 });
  process.env.DATABASE_URL = running.stack.databaseUrl;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
  const { token } = await openSession(db, personId(SIZE.people / 2), { replaces: null });
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
