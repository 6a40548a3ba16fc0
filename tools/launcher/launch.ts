import { resolve } from "node:path";
import { connect } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { env, readEnv } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { DEMO_LOGINS, DEMO_PASSWORD } from "@/seed/people";
import { hasDemoPeople, seedIfEmpty } from "@/seed/seed";
import { type EmbeddedOptions, startEmbedded } from "../postgres/embedded";
import { assertBuilt, buildIfChanged } from "./build";
import { startApp, startSandbox } from "./children";
import { assertValid, complete, type Plan, plan } from "./configuration";
import { lockDataDir } from "./lock";
import { EVERYWHERE, freePort, isFree, originOf } from "./ports";
import { fail, LaunchProblem } from "./problem";
import { saveRunning } from "./running";
import { openDataDir, openSecrets } from "./secrets";
import { Stopped, Supervisor } from "./supervisor";

type Mode = "up" | "dev" | "start";

const DEFAULT_PORT = 3000;
/** The first ports to try. */
const DATABASE_PORT = 5432;
const SANDBOX_PORT = 12_111;
const SMTP_PORT = 12_525;

const POLL_MS = 250;

/**
 * `npm run up`, `npm run dev` and `npm start`: runs the application and everything that is not configured, until it is
 * stopped or one of them ends.
 */
async function launch(mode: Mode): Promise<void> {
  const supervisor = new Supervisor();
  const release: (() => void)[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await supervisor.stop();
    await starting.catch(() => undefined);
    await supervisor.stop();
    for (const each of release.reverse()) each();
  };
  const leave = () => {
    if (!stopped) console.log("\nStopping…");
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  onNpmExit(leave);
  try {
    starting = start(mode, supervisor, release);
    await starting;
    throw await supervisor.lost();
  } catch (error) {
    if (stopped || error instanceof Stopped) return;
    await stop();
    fail(error);
  }
}

/** On a signal npm ends itself and its shell without passing the signal on. */
function onNpmExit(leave: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    leave();
  }, POLL_MS);
  timer.unref();
}

async function start(mode: Mode, supervisor: Supervisor, release: (() => void)[]): Promise<void> {
  const needs = plan(process.env, { production: mode !== "dev" });
  const dataDir = resolve(assertValid(process.env, needs).dataDir);
  openDataDir(dataDir);
  release.push(await lockDataDir(dataDir));
  const host = process.env.HOST?.trim() || null;
  const port = await applicationPort(host);
  if (mode === "start") assertBuilt();
  const built = mode === "up" ? buildIfChanged(supervisor) : Promise.resolve();
  const prepared = prepare(supervisor, { mode, needs, dataDir, host, port });
  const { environment, drainSeconds, welcome } = await supervisor.together(built, prepared);
  const command = mode === "dev" ? "dev" : "start";
  await startApp(supervisor, command, { host, port, env: environment, drainSeconds });
  release.push(saveRunning(dataDir, environment));
  console.log(["", ...welcome.map((line) => `  ${line}`), "  Ctrl-C stops everything.", ""].join("\n"));
}

type Options = { mode: Mode; needs: Plan; dataDir: string; host: string | null; port: number };

/**
 * Starts everything but the application, with a migrated database. The environment is the application's; `welcome` is
 * what a person who just started the product needs to know.
 */
async function prepare(supervisor: Supervisor, { mode, needs, dataDir, host, port }: Options) {
  const { secrets, fresh } = openSecrets(dataDir);
  const databaseUrl = needs.database
    ? await startDatabase(supervisor, { dataDir, password: secrets.databasePassword, fresh })
    : null;
  const parts = { port, databaseUrl, sandbox: null, secrets };
  Object.assign(process.env, complete(process.env, parts), { DATA_DIR: dataDir });
  const { appUrl, databaseUrl: url, drainSeconds } = env();
  const welcome = [`Steuntje is ready: ${appUrl}`];
  await migrateDatabase(url);
  supervisor.assertNotStopping();
  if (needs.demo && (await prepareDemo(url, { seed: mode !== "start" })))
    welcome.push(`Demo logins: ${DEMO_LOGINS.join(" or ")}, password ${DEMO_PASSWORD}`);
  supervisor.assertNotStopping();
  let environment = complete(process.env, parts);
  if (needs.sandbox) {
    const [sandboxPort, smtpPort] = [await freePort(SANDBOX_PORT), await freePort(SMTP_PORT)];
    const addresses = { port: sandboxPort, smtpPort, appOrigin: originOf(host, port), appUrl };
    const sandbox = await startSandbox(supervisor, { ...addresses, dataDir, secrets });
    environment = complete(process.env, { ...parts, sandbox });
    welcome.push(
      "Payments: sandbox, no real money moves. Pay with card 4242 4242 4242 4242, any later date, any code.",
    );
    if (environment.SMTP_URL === sandbox.smtpUrl)
      welcome.push(
        readEnv(environment).mailPage
          ? `Mail: sent to nobody, shown at ${appUrl}/api/sandbox/mail.`
          : "Mail: sent to nobody, and not shown on a public origin. Set SMTP_URL and MAIL_FROM.",
      );
  }
  if (needs.database)
    welcome.push(`Database: an embedded PostgreSQL, kept with everything else that is local in ${dataDir}.`);
  return { environment, drainSeconds, welcome };
}

/** PORT if it is set, else the next free one, on HOST or on every interface. */
async function applicationPort(host: string | null): Promise<number> {
  const hosts = host === null ? EVERYWHERE : [host];
  const wanted = process.env.PORT?.trim();
  if (!wanted) return freePort(DEFAULT_PORT, hosts);
  if (await isFree(Number(wanted), hosts)) return Number(wanted);
  throw new LaunchProblem(`Port ${wanted} is taken: stop what listens there, or set another PORT.`);
}

async function startDatabase(supervisor: Supervisor, options: EmbeddedOptions): Promise<string> {
  const { child, url, home, setAside } = await startEmbedded({ ...options, wantedPort: DATABASE_PORT });
  await supervisor.add(child);
  if (setAside) console.log(`The database of an earlier, removed data directory was kept as ${setAside}.`);
  if (!home.startsWith(options.dataDir))
    console.log(`PostgreSQL may not enter ${options.dataDir}: its files are in ${home}.`);
  return url;
}

/** Whether the demo logins work. */
async function prepareDemo(url: string, { seed }: { seed: boolean }): Promise<boolean> {
  const { db, close } = connect(url, { max: 1 });
  try {
    if (seed && (await seedIfEmpty(db, createPhotoStore(env()))))
      console.log("Demo people and requests were added.");
    return await hasDemoPeople(db);
  } finally {
    await close();
  }
}

await launch(process.argv[2] as Mode);
