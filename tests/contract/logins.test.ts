import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contract } from "@/lib/web/contract";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { callAction } from "../support/action-call";
import { builtActions } from "../support/doors";
import { Client, ownStack } from "../support/http";
import { startStack } from "../support/stack";

let running: Awaited<ReturnType<typeof startStack>>;
beforeAll(async () => {
  running = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async () => ({ TRUST_PROXY: "1" }),
  });
});
afterAll(() => running.stop());

/** Somebody with an account, and the cookie by which the browser is known that it was opened in. */
async function owner() {
  const client = new Client(running.stack.appUrl);
  const person = {
    username: `u${randomUUID().slice(0, 12)}`,
    name: "Noor",
    password: `steun-${randomUUID()}`,
  };
  const email = `${person.username}@example.org`;
  const { headers } = await client.call(contract.register, { body: { ...person, email } });
  const device = headers.getSetCookie().find((cookie) => cookie.includes("device")) ?? "";
  return { client, ...person, email, device };
}

/** Each from an address of its own, so that no limit per address is met. */
let calls = 0;
function logIn(username: string, password: string, cookie = "", code?: string) {
  calls += 1;
  const client = new Client(running.stack.appUrl);
  const from = { "x-forwarded-for": `198.51.${Math.floor(calls / 250)}.${calls % 250}` };
  return client.call(contract.login, {
    body: { username, password, ...(code !== undefined && { code }) },
    headers: { ...from, ...(cookie && { cookie: cookie.split(";")[0] ?? "" }) },
  });
}

async function times(count: number, run: () => ReturnType<typeof logIn>) {
  const statuses: number[] = [];
  for (let made = 0; made < count; made += 1) statuses.push((await run()).status);
  return statuses;
}

const WRONG = "een ander wachtwoord";

it("trust 23: no refusal tells which username belongs to an address", async () => {
  const noor = await owner();
  const other = await owner();
  expect(await times(10, () => logIn(noor.email, WRONG))).toEqual(Array(10).fill(401));
  expect((await logIn(noor.email, WRONG)).status, "what was typed is full").toBe(429);
  const answers = [
    await logIn(noor.username, WRONG),
    await logIn(other.username, WRONG),
    await logIn(`nobody-${calls}`, WRONG),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect(body).toEqual(answers[0]?.body);
  }
  const nobody = `nobody${calls}@example.org`;
  expect(await times(11, () => logIn(nobody, WRONG)), "a name nobody has is counted alike").toEqual([
    ...Array(10).fill(401),
    429,
  ]);
});

it("trust 23: once an account is full, the right password is refused like a wrong one", async () => {
  const noor = await owner();
  await times(10, () => logIn(noor.email, WRONG));
  const answers = [await logIn(noor.username, WRONG), await logIn(noor.username, noor.password)];
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401);
    expect(body).toEqual(answers[0]?.body);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get("retry-after")).toBeNull();
  }
});

it("trust 23: a browser that signed in before is not locked out by others, and has a count of its own", async () => {
  const noor = await owner();
  expect(noor.device).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/i);
  expect(noor.device).not.toContain(noor.username);
  await times(10, () => logIn(noor.username, WRONG));
  expect((await logIn(noor.username, noor.password)).status, "another browser").toBe(429);
  expect((await logIn(noor.username, noor.password, noor.device)).status).toBe(200);
  const other = await owner();
  await times(10, () => logIn(other.username, WRONG));
  expect((await logIn(other.username, other.password, noor.device)).status, "known to another account").toBe(
    429,
  );
  const forged = noor.device.replace(/\.([A-Za-z0-9_-])/, (_, letter) => `.${letter === "A" ? "B" : "A"}`);
  expect((await logIn(noor.email, noor.password, forged)).status, "forged: the account is full").toBe(401);
  expect(await times(4, () => logIn(noor.username, WRONG, noor.device))).toEqual([
    ...Array(LIMITS.guessOwn.max).fill(401),
    429,
  ]);
});

/** Switches a person's second factor on; answers codes that were not used yet. */
async function withSecondFactor({ client }: Awaited<ReturnType<typeof owner>>) {
  const call = async (name: string, input: object) => {
    const found = builtActions().find((action) => action.name === name);
    if (!found) throw new Error(`${name} is not in the build`);
    return callAction(client, found, [input]);
  };
  const { key } = (await call("offerSecondFactorAction", {})).data as { key: string };
  const code = (steps: number) =>
    TOTP.generate({ secret: new TOTP({ secret: key }).secret, timestamp: Date.now() + steps * 30_000 });
  const { data } = await call("confirmSecondFactorAction", { code: code(-1) });
  return { code, recovery: data as string[] };
}

const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code;

it("trust 61: only the right password shows that there is a second factor, and guesses are few", async () => {
  const noor = await owner();
  const { code, recovery } = await withSecondFactor(noor);
  const log = (password: string, typed?: string, device = "") =>
    logIn(noor.username, password, device, typed);
  expect(codeOf(await log(WRONG))).toBe("INVALID_CREDENTIALS");
  expect(codeOf(await log(WRONG, code(0)))).toBe("INVALID_CREDENTIALS");
  const asked = await log(noor.password);
  expect([asked.status, codeOf(asked)]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
  expect(asked.headers.getSetCookie()).toEqual([]);
  expect(codeOf(await log(noor.password, undefined, noor.device)), "a known browser too").toBe(
    "SECOND_FACTOR_REQUIRED",
  );
  const signedIn = await log(noor.password, code(0));
  expect(signedIn.status).toBe(200);
  const device = signedIn.headers.getSetCookie().find((cookie) => cookie.includes("device")) ?? "";
  for (let made = 0; made < 5; made += 1) {
    expect(codeOf(await log(noor.password, "000000"))).toBe("INVALID_CODE");
  }
  const full = await log(noor.password, recovery[0] ?? "");
  expect([full.status, codeOf(full)], "also for a right code").toEqual([429, "RATE_LIMITED"]);
  expect((await log(noor.password, recovery[0] ?? "", noor.device)).status, "known before").toBe(429);
  expect((await log(noor.password, recovery[0] ?? "", device)).status, "known since a code").toBe(200);
});

it("trust 42: whose login others hammer can prove who they are meanwhile; guesses there are counted", async () => {
  const noor = await owner();
  await times(11, () => logIn(noor.username, WRONG));
  await times(11, () => logIn(noor.email, WRONG));
  const prove = (password: string) => noor.client.call(contract.stepUp, { body: { password } });
  expect((await prove(noor.password)).status).toBe(200);
  const tries: number[] = [];
  for (let made = 0; made < 5; made += 1) tries.push((await prove(WRONG)).status);
  expect(tries).toEqual([403, 403, 403, 429, 429]);
});

it("writes one line for each login and refusal, with whom and from where as hashes", async () => {
  const noor = await owner();
  await logIn(noor.username, WRONG);
  await logIn(noor.email, noor.password);
  const output = running.servers[0]?.output() ?? "";
  const lines = output
    .split("\n")
    .filter((line) => line.includes('"msg":"login"'))
    .map((line) => JSON.parse(line) as { who: string; from: string; outcome: string })
    .slice(-3);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["REGISTERED", "INVALID_CREDENTIALS", "SIGNED_IN"]);
  expect(new Set(lines.map(({ who }) => who)).size, "one account, however it was typed").toBe(1);
  for (const { who, from } of lines) {
    for (const hash of [who, from]) expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  }
  for (const secret of [noor.username, noor.password, "198.51."]) expect(output).not.toContain(secret);
});

it("trust 21: a logout empties what pages stored, and leaves cookies that are not its own alone", async () => {
  const { client } = await owner();
  const { headers } = await client.call(contract.logout);
  expect(headers.get("clear-site-data")).toBe('"storage"');
  const cookies = headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(/^steuntje\.session=;/);
});
