import { connect } from "@/db/client";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { startOpenIdProvider } from "./openid-provider";
import { roomyFolder, withPostgres } from "./postgres";
import { startStack } from "./stack";

/**
 * Runs a stack with social sign-in for another process: prints its addresses as one line of JSON, and stops at
 * SIGTERM.
 */
const GOOGLE = { id: "steuntje", secret: "a secret that the provider knows" };

const server = await withPostgres(roomyFolder());
const { stack, stop } = await startStack({
  postgresUrl: server.url,
  env: configure,
  ...(process.env.STACK_DEMO === "on" && { seed }),
});
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await stop();
    await server.stop();
    process.exit(0);
  });
}
console.log(JSON.stringify(stack));

async function configure(appUrl: string): Promise<Record<string, string>> {
  const redirectUri = `${appUrl}/api/auth/callback/google`;
  const { issuer, signsIn } = await startOpenIdProvider({ ...GOOGLE, redirectUri });
  signsIn({ sub: "g-1", email: "gabi@example.org", email_verified: true, name: "Gabi Vos" });
  return {
    RATE_LIMITS: "off",
    PAYPAL_DONATIONS: "on",
    AUTH_GOOGLE_ID: GOOGLE.id,
    AUTH_GOOGLE_SECRET: GOOGLE.secret,
    AUTH_GOOGLE_ISSUER: issuer,
  };
}

/** The demo people, for pictures. */
async function seed(url: string, dataDir: string): Promise<void> {
  Object.assign(process.env, {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    AUTH_SECRET: "a secret for the demo data",
  });
  const { db, close } = connect(url, { max: 1 });
  await seedIfEmpty(db, createPhotoStore(env()));
  await close();
}
