import { userInfo } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { accountName, read, readArguments, signatureOf, UsageError } from "./arguments";

vi.mock("node:os", () => ({ userInfo: vi.fn(() => ({ username: "ines" })) }));
afterEach(() => vi.unstubAllEnvs());

const USAGES = ["refund <payment> --reason [--yes]", "audit [id] [--limit]", "mail", "mail show <id>"];
const COMMANDS = USAGES.map(signatureOf);
const readLine = (line: string) => readArguments(line.split(" ").filter(Boolean), COMMANDS);

it("a usage says the name, arguments and options of a command", () => {
  expect(signatureOf("payouts hold <person|request> [note] [--until] --reason")).toEqual({
    name: "payouts hold",
    args: ["<person|request>", "[note]"],
    options: ["until", "reason"],
  });
});

describe("readArguments", () => {
  it("finds command, arguments and options in any order", () => {
    const found = {
      command: COMMANDS[0],
      args: ["pi_1"],
      values: { reason: "asked", yes: true, json: true, as: "ines" },
    };
    expect(readLine("refund pi_1 --reason asked --yes --json --as ines")).toEqual(found);
    expect(readLine("--json -y --as ines --reason=asked refund pi_1")).toEqual(found);
  });

  it("takes an argument that can be left out, or not", () => {
    expect(readLine("audit").args).toEqual([]);
    expect(readLine("audit 1").args).toEqual(["1"]);
  });

  it("takes the longer of two names", () => {
    expect(readLine("mail")).toMatchObject({ command: { name: "mail" }, args: [] });
    expect(readLine("mail show 1")).toMatchObject({ command: { name: "mail show" }, args: ["1"] });
  });

  it.each(["", "--help", "-h"])("finds no command where only help is asked for: %s", (line) => {
    expect(readLine(line).command).toBeNull();
  });

  it("does not judge a command whose help is asked for", () => {
    expect(readLine("refund --help")).toMatchObject({ command: COMMANDS[0], values: { help: true } });
  });

  it.each([
    ["explode", 'There is no command "explode".'],
    ["--json", "A command is missing."],
    ["refund", "refund needs <payment>."],
    ["mail 1", 'mail does not take "1".'],
    ["mail show", "mail show needs <id>."],
    ["audit 1 2", 'audit does not take "2".'],
    ["audit --yes", "audit does not take --yes."],
    ["audit --force", "Unknown option '--force'"],
    ["audit --limit", "--limit <value>"],
    ["audit --json=1", "--json"],
  ])("refuses: %s", (line, message) => {
    expect(() => readLine(line)).toThrow(UsageError);
    expect(() => readLine(line)).toThrow(message);
  });
});

describe("read", () => {
  const schema = z.string().min(1, "says nothing");

  it("gives what the schema makes of a value", () => {
    expect(read("--reason", z.string().trim(), " asked ")).toBe("asked");
  });

  it.each([
    [undefined, "--reason is missing."],
    ["", "--reason says nothing."],
  ])("names the option whose value is wrong: %s", (value, message) => {
    expect(() => read("--reason", schema, value)).toThrow(new UsageError(message));
  });
});

describe("accountName", () => {
  it("is the account this runs under", () => {
    vi.stubEnv("SUDO_USER", undefined);
    expect(accountName()).toBe("ines");
  });

  it("is who became another by sudo", () => {
    vi.stubEnv("SUDO_USER", "joost");
    expect(accountName()).toBe("joost");
  });

  it("is nobody in a container whose account has no name", () => {
    vi.stubEnv("SUDO_USER", undefined);
    vi.mocked(userInfo).mockImplementationOnce(() => {
      throw new Error("uv_os_get_passwd returned ENOENT");
    });
    expect(accountName()).toBeUndefined();
  });
});
