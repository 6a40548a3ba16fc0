import { resolve } from "node:path";
import { connect } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { DEMO_LOGINS, DEMO_PASSWORD } from "@/seed/people";
import { hasDemoPeople, seedIfEmpty } from "@/seed/seed";
import { type EmbeddedOptions, startEmbedded } from "../postgres/embedded";
import { assertBuilt, buildIfChanged } from "./build";
import { startApp, startSandbox } from "./children";
import type { Plan } from "./configuration";
import { assertSound, complete, plan } from "./configuration";
import { lockDataDir } from "./lock";
import { EVERYWHERE, freePort, isFree, originOf } from "./ports";
import { fail, LaunchProblem } from "./problem";
import { noteRunning } from "./running";
import { openDataDir, openSecrets, type Secrets } from "./secrets";
import { Stopped, Supervisor } from "./supervisor";

type Mode = "up" | "dev" | "start";

const DEFAULT_PORT = 3000;
/** The embedded parts' first ports to try. */
const DATABASE_PORT = 5432;
const SANDBOX_PORT = 12_111;

const LOOK_MS = 250;

/** Runs the application with every part that is not configured, until it is stopped or a part is lost. */
export async function launch(mode: Mode): Promise<void> {
  const crew = new Supervisor();
  const release: (() => void)[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await crew.stop();
    await starting.catch(() => undefined);
    await crew.stop();
    for (const each of release.reverse()) each();
  };
  const leave = () => {
    if (!stopped) console.log("\nStopping…");
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  whenNpmIsGone(leave);
  try {
    starting = start(mode, crew, release);
    await starting;
    throw await crew.lost();
  } catch (error) {
    if (stopped || error instanceof Stopped) return;
    await stop();
    fail(error);
  }
}

/** Told to stop, npm ends its shell, which passes no signal on, and then itself. */
function whenNpmIsGone(leave: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    leave();
  }, LOOK_MS);
  timer.unref();
}

async function start(mode: Mode, crew: Supervisor, release: (() => void)[]): Promise<void> {
  const needs = plan(process.env, { production: mode !== "dev" });
  const dataDir = resolve(assertSound(process.env, needs).dataDir);
  openDataDir(dataDir);
  release.push(await lockDataDir(dataDir));
  const host = process.env.HOST?.trim() || null;
  const port = await applicationPort(host);
  if (mode === "up") await buildIfChanged(crew);
  if (mode === "start") assertBuilt();
  const { secrets, fresh } = openSecrets(dataDir);
  const databaseUrl = needs.database
    ? await startDatabase(crew, { dataDir, password: secrets.databasePassword, fresh })
    : null;
  const parts = { port, databaseUrl, sandboxUrl: null, secrets };
  Object.assign(process.env, complete(process.env, parts), { DATA_DIR: dataDir });
  const { appUrl, databaseUrl: url, drainSeconds } = env();
  await migrateDatabase(url);
  crew.assertWanted();
  const demo = needs.demo && (await prepareDemo(url, { seed: mode !== "start" }));
  crew.assertWanted();
  const sandboxUrl = needs.sandbox
    ? await startPayments(crew, { dataDir, host, port, appUrl, secrets })
    : null;
  const environment = complete(process.env, { ...parts, sandboxUrl });
  await startApp(crew, mode === "dev" ? "dev" : "start", { host, port, env: environment, drainSeconds });
  release.push(noteRunning(dataDir, environment));
  console.log(welcome({ appUrl, needs, demo, dataDir }));
}

/** PORT if it is asked for, the next free one otherwise; where HOST says, or on every interface. */
async function applicationPort(host: string | null): Promise<number> {
  const hosts = host === null ? EVERYWHERE : [host];
  const asked = process.env.PORT?.trim();
  if (!asked) return freePort(DEFAULT_PORT, hosts);
  if (await isFree(Number(asked), hosts)) return Number(asked);
  throw new LaunchProblem(`Port ${asked} is taken: stop what listens there, or set another PORT.`);
}

async function startDatabase(crew: Supervisor, options: EmbeddedOptions): Promise<string> {
  const { part, url, home, setAside } = await startEmbedded({ ...options, wantedPort: DATABASE_PORT });
  await crew.add(part);
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

type Payments = { dataDir: string; host: string | null; port: number; appUrl: string; secrets: Secrets };

async function startPayments(crew: Supervisor, { host, port, ...rest }: Payments): Promise<string> {
  const appOrigin = originOf(host, port);
  return startSandbox(crew, { ...rest, appOrigin, port: await freePort(SANDBOX_PORT) });
}

type Facts = { appUrl: string; needs: Plan; demo: boolean; dataDir: string };

/** What someone who just started the product needs to know. */
function welcome({ appUrl, needs, demo, dataDir }: Facts): string {
  const lines = [
    `Steuntje is ready: ${appUrl}`,
    ...(demo ? [`Demo logins: ${DEMO_LOGINS.join(" or ")}, password ${DEMO_PASSWORD}`] : []),
    ...(needs.sandbox
      ? [
          "Payments: sandbox, no real money moves. Pay with card 4242 4242 4242 4242, any later date, any code.",
        ]
      : []),
    ...(needs.database
      ? [`Database: an embedded PostgreSQL, kept with everything else that is local in ${dataDir}.`]
      : []),
    "Ctrl-C stops everything.",
  ];
  return ["", ...lines.map((line) => `  ${line}`), ""].join("\n");
}
