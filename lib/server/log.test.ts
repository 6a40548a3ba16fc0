import { DrizzleQueryError } from "drizzle-orm";
import pino from "pino";
import { expect, test, vi } from "vitest";
import { describeError, log, logOptions, logWarnings } from "./log";
import { redact } from "./redact";

test("a failed query is told without what it was asked with", () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: "23505",
    detail: "Key (lower(email))=(noor@example.org) already exists.",
  });
  const told = describeError(
    new DrizzleQueryError("insert into users values ($1)", ["noor@example.org"], cause),
  );
  expect(told).toMatchObject({
    message: "Failed query: insert into users values ($1)",
    cause: { code: "23505", message: cause.message },
  });
  expect(JSON.stringify(told)).not.toContain("noor@example.org");
});

test("any other error keeps its message and where it was thrown", () => {
  const told = describeError(new TypeError("no such thing")) as { stack: string[] };
  expect(told).toMatchObject({ type: "TypeError", message: "no such thing" });
  expect(told.stack[0]).toContain("log.test.ts");
});

test("trust 32: a card number in an error never comes into a line", () => {
  const written: string[] = [];
  const log = pino(logOptions, { write: (line) => void written.push(line) });
  const err = new Error("invalid input syntax for type uuid: 4242 4242 4242 4242");
  log.error({ err, at: "4242424242424242" });
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { err: { message: "invalid input syntax for type uuid: [card number]" }, at: "[card number]" },
  ]);
});

test("a package's warning about the version of Node.js is one warning, and no error", async () => {
  const before = process.listeners("warning");
  const [warn, error] = [vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
  logWarnings();
  // What @aws-sdk/core does on Node.js 20, once in each copy of it.
  for (let copy = 0; copy < 2; copy += 1)
    process.emitWarning("NodeVersionSupportWarning: requires node >=22");
  await new Promise((resolve) => setImmediate(resolve));
  process.removeAllListeners("warning");
  for (const listener of before) process.on("warning", listener);
  expect(error.mock.calls).toEqual([]);
  expect(warn.mock.calls).toEqual([
    [{ error: "Warning: NodeVersionSupportWarning: requires node >=22" }, "Node.js or a package warns"],
  ]);
});

test("a line is looked through in no time, however long a word in it is", () => {
  const words = [
    "a".repeat(64_000),
    `x@${"a-".repeat(32_000)}`,
    `x@${"a.".repeat(32_000)}`,
    "a@".repeat(32_000),
  ];
  const begun = performance.now();
  expect(words.map(redact)).toEqual(words);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
