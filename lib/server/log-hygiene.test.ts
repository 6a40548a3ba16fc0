import { readFileSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { sourceFiles } from "@/scripts/source-files";
import { logOptions } from "./log";

const SECRETS = [
  "noor.de-vries+help@mail.example.org",
  "josé@exämple.es",
  "pi_3Q1_secret_abcDEF123",
  "sk_live_51HxYz0123",
  "whsec_0123456789abcdef",
  "tok_1AbCdEfG",
  "Bearer eyJhbGciOi.J9-abc",
  "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
  "__Host-steuntje.session=Zm9vYmFyYmF6cXV4",
  "data:image/webp;base64,UklGRg==",
];
/** The part of each that must not be read anywhere. */
const telling = (secret: string) => /[^=$ ,]+$/.exec(secret.replace("@exämple.es", ""))?.[0] ?? secret;

function written(run: (log: pino.Logger) => void): string {
  const out: string[] = [];
  run(pino(logOptions, { write: (line) => void out.push(line) }));
  return out.join("");
}

describe("whatever is logged by mistake", () => {
  test.each(SECRETS)("%s is not in the line, however it came there", (secret) => {
    const bare = new Error(`invalid input: ${secret}`);
    const query = new DrizzleQueryError("select $1", [secret], bare);
    for (const each of [
      { err: bare },
      { err: new AppError("INTERNAL", { cause: new ProviderUnavailable(`it said "${secret}"`) }) },
      { err: query },
      { subject: secret },
      { deep: { deeper: { deepest: `${secret}.` } } },
    ]) {
      const line = written((log) => log.error(each, `failed for ${secret}`));
      expect(line).not.toContain(telling(secret));
      expect(() => JSON.parse(line)).not.toThrow();
    }
  });

  test("fields that hold what is private are left out by their name", () => {
    const person = { id: "019", username: "noor", name: "Noor", email: "n@x.nl", description: "It is cold" };
    const line = written((log) =>
      log.info({ ...person, viewer: person, body: { amount: 5 }, headers: { cookie: "a" } }, "seen"),
    );
    for (const told of ["noor", "Noor", "n@x.nl", "It is cold", "amount", "cookie"]) {
      expect(line).not.toContain(told);
    }
    expect(JSON.parse(line)).toMatchObject({ id: "019", viewer: { id: "019" } });
  });

  test("what operators need stays: ids, codes, and where an error was thrown", () => {
    const facts = {
      requestId: "01a1fe9b-71a8-717d-b96f-fff3d5631205",
      payment: "pi_3Q1abc",
      event: "evt_1",
      subscription: "I-BW452GLLEP1G",
      err: new TypeError("no such thing"),
    };
    const told = JSON.parse(written((log) => log.error(facts, "wallet provider event")));
    const { err, ...ids } = facts;
    expect(told).toMatchObject({ ...ids, err: { type: "TypeError", message: err.message } });
    expect(told.err.stack[0]).toContain("log-hygiene.test.ts");
  });
});

/** Every field that a line may have, with its content: nothing but ids, codes, counts and times. */
const FIELDS: Record<string, string> = {
  requestId: "an id",
  err: "described without what a query was asked with",
  error: "an error's name, or a provider's own words",
  cause: "an error's name and code",
  chore: "what housekeeping was at",
  entries: "how many the published books have",
  subject: "what a row is, and its id",
  event: "the provider's id",
  type: "the provider's name for a kind of event",
  payment: "the provider's id",
  subscription: "the provider's id",
  account: "the provider's id",
  payout: "the provider's id",
  outcome: "one of our states",
  signal: "SIGTERM or SIGINT",
  unanswered: "a count",
  userId: "an id",
  who: "a keyed hash of an account",
  from: "a keyed hash of an address",
  people: "a count",
  times: "a count",
  seconds: "how long",
  source: "a source of events",
  code: "of PostgreSQL or its driver",
  findings: "a count",
  declines: "a count",
  per: "what was counted: a person or an address",
  retryAfter: "seconds",
  mail: "the id of a row of the outbox",
  kind: "of a message",
  attempts: "a count",
  reason: "why a message was not sent, redacted",
  report: "bounce or complaint",
  released: "a count",
  // whole objects, by the name they have where they are logged
  result: "counts of outcomes",
  swept: "counts",
  answered: "method, path, status and the provider's id of a call",
  "...violation": "a directive and addresses without their query",
};

describe("the places that log", () => {
  const sites = sourceFiles(/^(lib|app|db)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap(sitesIn);

  test("are found", () => expect(sites.length).toBeGreaterThan(10));

  test("use known fields, and sentences that nothing is put into", () => {
    for (const { where, args } of sites) {
      const [told = "", sentence = told] = args;
      expect(sentence, `${where}: the sentence is written out`).toMatch(/^"[^"]*"$/);
      if (told === sentence) continue;
      const fields = told.startsWith("{") ? partsOf(told).map((each) => each.split(":")[0]?.trim()) : [told];
      for (const field of fields) expect(Object.keys(FIELDS), `${where}: ${field}`).toContain(field);
    }
  });

  test("are the only ones: nothing that runs in the server prints by itself", () => {
    const printing = sourceFiles(/^(lib|app|db)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/)
      .filter((file) => !/\.test\.tsx?$|^db\/seed\//.test(file))
      .filter((file) => /\bconsole\.\w+\(|process\.std(out|err)\.write/.test(readFileSync(file, "utf8")));
    // Before there is a log, it tells the person who started it what is wrong with the configuration.
    expect(printing).toEqual(["lib/server/start-server.ts"]);
  });
});

/** Every `log.<level>(…)` of a file, with its arguments as they are written. */
function sitesIn(file: string): { where: string; args: string[] }[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)(?=\()/g)].map(
    ({ 0: call, index }) => ({
      where: `${file}:${text.slice(0, index).split("\n").length}`,
      args: partsOf(text.slice(index + call.length)),
    }),
  );
}

/** What is between the commas of the bracket that a text begins with. */
function partsOf(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    if ("([{".includes(token) && depth++ === 0) continue;
    if (")]}".includes(token) && --depth === 0) break;
    if (token === "," && depth === 1) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
