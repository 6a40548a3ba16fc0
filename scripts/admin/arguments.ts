import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import type { FieldProblem } from "@/lib/ground/errors";

/** The command line is not one we know; the message says what is wrong with it. */
export class UsageError extends Error {
  override name = "UsageError";
}

const valued = (value: string, about: string) => ({ type: "string", value, about }) as const;
const flag = (about: string, short?: string) =>
  ({ type: "boolean", about, ...(short && { short }) }) as const;

/** The options of all commands, with what help says of them. */
export const OPTIONS = {
  reason: valued("text", "why, for the audit: it is kept for good, so name nobody in it"),
  until: valued("date", "the last day of a plan, a hold or a decision, such as 2026-12-31"),
  ground: valued("ground", "on what a decision rests: law:<which> or rules:<paragraph>"),
  facts: valued("text", "what was found, in words that the person concerned reads"),
  report: valued("reference", "the report that asked for a decision"),
  automatic: flag("of a decision: a rule pointed to it"),
  answer: valued("text", "to an appeal, in words that the person concerned reads"),
  year: valued("year", "such as 2026"),
  cause: valued("cause", `of a hold: ${OPERATOR_HOLD_CAUSES.join(", ")}; operator if not given`),
  asked: flag("of a refund: the payer asked for it, and is told so; otherwise that you decided it"),
  batch: valued("id", "PayPal's batch of a payout that got no answer for 30 days: PayPal has to confirm it"),
  unmade: flag(
    "of such a payout: PayPal's activity report does not have it; a second operator has to say yes",
  ),
  failed: flag("every message that failed in the last 30 days and can be sent again"),
  limit: valued("number", "how many at most, 50 if not given"),
  yes: flag("do not ask before refunds or an erasure", "y"),
  as: valued(
    "name",
    "who you are, for the audit: an operator's username, needed where something is decided; your account on this machine if not given",
  ),
  json: flag("the answer as JSON, amounts in cents, with all fields"),
  help: flag("this page", "h"),
};

export type OptionName = keyof typeof OPTIONS;
export type Options = ReturnType<typeof split>["values"];

/** Options that every command takes. */
const COMMON = ["as", "help", "json"];

/** A command's name of one or two words, its arguments, in brackets those that can be left out, and its options. */
export type Signature = { name: string; args: readonly string[]; options: readonly string[] };

/** Reads `payouts hold <person|request|donation> [--until] --reason`. */
export function signatureOf(usage: string): Signature {
  const [name = ""] = usage.split(/ (?=[<[-])/);
  const args = usage.match(/<[^>]+>|\[[^\]-][^\]]*\]/g) ?? [];
  const options = [...usage.matchAll(/--(\w+)/g)].map(([, option = ""]) => option);
  return { name, args, options };
}

/**
 * The command, its arguments and its options, in any order; no command when only help is asked for.
 * @throws UsageError
 */
export function readArguments<C extends Signature>(argv: readonly string[], commands: readonly C[]) {
  const { positionals, values } = split(argv);
  const [name] = positionals;
  if (name === undefined) {
    if (values.help || argv.length === 0) return { command: null, args: [], values };
    throw new UsageError("A command is missing.");
  }
  const named = (wanted: string) => commands.find((each) => each.name === wanted);
  const command = named(positionals.slice(0, 2).join(" ")) ?? named(name);
  if (!command) throw new UsageError(`There is no command "${name}".`);
  const args = positionals.slice(command.name.split(" ").length);
  if (!values.help) assertFits(command, args, values);
  return { command, args, values };
}

/**
 * A value of the command line, by the domain's schema.
 * @throws UsageError naming it
 */
export function read<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  throw new UsageError(`${name} ${parsed.error.issues.map(wordsOf)[0]}.`);
}

const WORDS: Record<string, string> = {
  required: "says nothing",
  controlCharacters: "has control characters",
  cardNumber: "holds a card number",
} satisfies Partial<Record<FieldProblem, string>>;

/** What is wrong with a value, where its schema says it by the problem of a field. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const { code, message } = issue;
  if (code === "invalid_value" && message === "required") return `is not one of ${issue.values.join(", ")}`;
  if (code === "too_big" && message === "tooLong") return `is longer than ${issue.maximum} characters`;
  if (code === "too_small" && message === "tooShort") return `is shorter than ${issue.minimum} characters`;
  return WORDS[message] ?? message;
}

/**
 * Whose account at the operating system this runs under, and behind sudo whose it was before; none where the machine
 * knows no name for it.
 */
export function accountName(): string | undefined {
  if (process.env.SUDO_USER) return process.env.SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function split(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function assertFits({ name, args: wanted, options }: Signature, args: string[], values: Options): void {
  const missing = wanted.filter((each) => each.startsWith("<"))[args.length];
  if (missing) throw new UsageError(`${name} needs ${missing}.`);
  const extra = args[wanted.length];
  if (extra !== undefined) throw new UsageError(`${name} does not take "${extra}".`);
  const unknown = Object.keys(values).find((option) => ![...COMMON, ...options].includes(option));
  if (unknown) throw new UsageError(`${name} does not take --${unknown}.`);
}
