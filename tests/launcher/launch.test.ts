import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf, isAlive } from "@/tools/launcher/process-identity";

/** A launcher, as `npm run up` runs it once nothing has to be installed. */
class Launcher {
  output = "";
  private readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(command: "up" | "start", env: Record<string, string> = {}, { npm = false } = {}) {
    const args = npm
      ? ["run", "-s", command]
      : ["--conditions=react-server", "scripts/bootstrap.mjs", command];
    const base = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      NODE_ENV: "production",
    };
    this.child = spawn(npm ? "npm" : process.execPath, args, {
      env: { ...base, ...env } as NodeJS.ProcessEnv,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = once(this.child, "close").then(([code]) => code as number | null);
    launchers.push(this);
  }

  /** The address, once it is ready. */
  async ready(): Promise<string> {
    const address = /is ready: (\S+)/;
    await expect.poll(() => this.output, { timeout: 60_000 }).toMatch(address);
    return address.exec(this.output)?.[1] ?? "";
  }

  /** The processes it started, by a part of their command line. */
  part(text: string): number {
    const listed = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    const children = listed.map((line) => line.trim().split(/\s+/).map(Number));
    const own = children.filter(([, parent]) => parent === this.child.pid).map(([pid]) => pid ?? 0);
    return own.find((pid) => commandOf(pid).includes(text)) ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

let dataDir: string;
let launchers: Launcher[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "steuntje-launch-"));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  for (const launcher of launchers) {
    launcher.kill("SIGTERM");
    await launcher.ended;
  }
  launchers = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent = { "content-type": "application/json", ...headers };
  return fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body) });
}

async function logIn(url: string): Promise<number> {
  return (await post(`${url}/api/auth/login`, { username: "emma", password: "steuntje-demo" })).status;
}

const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);

describe("npm run up", () => {
  it("starts everything, stops everything, and keeps its data", async () => {
    const first = new Launcher("up");
    const url = await first.ready();
    expect(first.output).toContain("Demo logins: emma or daan");
    expect(first.output).toContain("sandbox");
    const [, mail = ""] = /Mail: .* shown at (\S+)\./.exec(first.output) ?? [];
    expect(await statusOf(mail)).toBe(200);
    expect(await logIn(url)).toBe(200);
    const parts = [first.part("postgres"), first.part("sandbox/main.ts"), first.part("next")];
    expect(parts).not.toContain(0);
    first.kill("SIGINT");
    expect(await first.ended).toBe(0);
    for (const pid of parts) expect(isAlive(pid)).toBe(false);
    expect(await statusOf(`${url}/api/health`)).toBe(0);
    const again = new Launcher("up");
    expect(await logIn(await again.ready())).toBe(200);
    expect(again.output).not.toContain("were added");
  });

  it("leaves the database empty when told so", { tags: "long" }, async () => {
    const launcher = new Launcher("up", { DEMO_DATA: "off" });
    expect(await logIn(await launcher.ready())).toBe(401);
    expect(launcher.output).not.toContain("Demo logins");
  });

  it("takes its application and sandbox along when it is killed, and recovers", {
    tags: "long",
  }, async () => {
    const first = new Launcher("up");
    await first.ready();
    const parts = [first.part("sandbox/main.ts"), first.part("next")];
    const postgres = first.part("postgres");
    first.kill("SIGKILL");
    await first.ended;
    for (const pid of parts) await gone(pid);
    expect(isAlive(postgres)).toBe(true);
    const again = new Launcher("up");
    expect(await logIn(await again.ready())).toBe(200);
    expect(isAlive(postgres)).toBe(false);
  });

  it.each([
    ["the application", "next", /The application ended \(SIGKILL\)/],
    ["PostgreSQL", "postgres", /PostgreSQL ended \(SIGKILL\)/],
    ["the payments sandbox", "sandbox/main.ts", /The payments sandbox ended \(SIGKILL\)/],
  ])(
    "stops everything when %s is killed, says so, and recovers",
    { tags: "long" },
    async (_, part, message) => {
      const first = new Launcher("up");
      const url = await first.ready();
      process.kill(first.part(part), "SIGKILL");
      expect(await first.ended).toBe(1);
      expect(first.output).toMatch(message);
      expect(await statusOf(`${url}/api/health`)).toBe(0);
      expect(await logIn(await new Launcher("up").ready())).toBe(200);
    },
  );

  it("lets a call to a slow provider finish when npm is told to stop", { tags: "long" }, async () => {
    const launcher = new Launcher("up", {}, { npm: true });
    const url = await launcher.ready();
    const running = JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8")) as Record<string, string>;
    const sandbox = { authorization: `Bearer ${running.STRIPE_SECRET_KEY}` };
    const slow = { answerAfterMs: 4_000, scope: { call: "POST /v1/payment_intents" } };
    await post(`${running.STRIPE_API_BASE}/_sandbox/faults`, slow, sandbox);
    const person = {
      username: "donor",
      name: "Gabi",
      email: "gabi@example.org",
      password: "a long way to go",
    };
    const registered = await post(`${url}/api/auth/register`, person);
    const cookie = registered.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const [request] = (await (await fetch(`${url}/api/requests`)).json()) as { id: string }[];
    const intent = { requestId: request?.id, amount: "2" };
    const giving = post(`${url}/api/payments/stripe/create-payment-intent`, intent, { cookie });
    const calls = async () => {
      const state = await fetch(`${running.STRIPE_API_BASE}/_sandbox/state`, { headers: sandbox });
      return ((await state.json()) as { calls: { call: string }[] }).calls.map(({ call }) => call);
    };
    await expect.poll(calls, { timeout: 20_000 }).toContain("POST /v1/payment_intents");
    launcher.kill("SIGTERM");
    expect((await giving).status).toBe(200);
    // Npm itself is gone by then: what it printed to closes when all have ended.
    await launcher.ended;
    expect(launcher.output).toContain('"msg":"stopped"');
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  it("refuses to start twice on the same data, and the first goes on", { tags: "long" }, async () => {
    const url = await new Launcher("up").ready();
    const second = new Launcher("up");
    expect(await second.ended).toBe(1);
    expect(second.output).toMatch(/is in use by process \d+/);
    expect(await logIn(url)).toBe(200);
  });

  it("stops while it is starting", async () => {
    const launcher = new Launcher("up");
    await expect.poll(() => existsSync(join(dataDir, "postgres.log")), { timeout: 30_000 }).toBe(true);
    launcher.kill("SIGTERM");
    expect(await launcher.ended).toBe(0);
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toMatch(/shut down/);
  });
});

describe("the port", () => {
  it("is the next free one when 3000 is taken", { tags: "long" }, async () => {
    const other = createServer().listen(3000, "127.0.0.1");
    // Another process that has the port serves as well.
    await Promise.race([once(other, "listening"), once(other, "error")]).catch(() => undefined);
    const url = new URL(await new Launcher("up").ready());
    expect(Number(url.port)).toBeGreaterThan(3000);
    other.close();
  });

  it("is refused when it was asked for and is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const launcher = new Launcher("start", { PORT: String(port) });
    expect(await launcher.ended).toBe(1);
    expect(launcher.output.trim()).toBe(
      `Port ${port} is taken: stop what listens there, or set another PORT.`,
    );
    other.close();
  });
});

describe("a wrong configuration", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      "half-set keys",
      { STRIPE_SECRET_KEY: "sk_live_x", AUTH_SECRET: "0".repeat(32) },
      /^STRIPE_WEBHOOK_SECRET, .* missing: .*$/,
    ],
    ["no secret beside real keys", { STRIPE_SECRET_KEY: "sk_live_x" }, /^AUTH_SECRET is missing.*$/],
    [
      "limits off in public",
      { RATE_LIMITS: "off", APP_URL: "https://steuntje.example" },
      /^RATE_LIMITS=off .*$/,
    ],
  ])("stops the start with one line: %s", async (_, env, line) => {
    const launcher = new Launcher("start", env);
    expect(await launcher.ended).toBe(1);
    expect(launcher.output.trim()).toMatch(line);
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
  });
});
