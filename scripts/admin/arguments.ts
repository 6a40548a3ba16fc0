import { parseArgs } from "node:util";
import type { z } from "zod";

/** The command line is not one we know; the message says what is wrong with it. */
export class UsageError extends Error {
  override name = "UsageError";
}

const OPTIONS = {
  answer: { type: "string" },
  as: { type: "string" },
  asked: { type: "boolean" },
  automatic: { type: "boolean" },
  cause: { type: "string" },
  facts: { type: "string" },
  failed: { type: "boolean" },
  ground: { type: "string" },
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  limit: { type: "string" },
  reason: { type: "string" },
  report: { type: "string" },
  until: { type: "string" },
  year: { type: "string" },
  yes: { type: "boolean", short: "y" },
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Options = ReturnType<typeof split>["values"];

/** Options that every command takes. */
const COMMON: readonly OptionName[] = ["as", "help", "json"];

/**
 * Which arguments and options a command takes, by its name of one or two words. An argument in brackets can be left
 * out.
 */
export type Signature = { name: string; args: readonly string[]; options: readonly OptionName[] };

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
  const found = [positionals.slice(0, 2).join(" "), name].map((each) =>
    commands.find((command) => command.name === each),
  );
  const command = found.find((each) => each !== undefined);
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
  throw new UsageError(`${name} ${parsed.error.issues[0]?.message}.`);
}

function split(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function assertFits({ name, args: wanted, options }: Signature, args: string[], values: Options): void {
  const required = wanted.filter((each) => !each.startsWith("["));
  const missing = required[args.length];
  if (missing) throw new UsageError(`${name} needs <${missing}>.`);
  const extra = args[wanted.length];
  if (extra !== undefined) throw new UsageError(`${name} does not take "${extra}".`);
  for (const option of Object.keys(values) as OptionName[]) {
    if (![...COMMON, ...options].includes(option)) throw new UsageError(`${name} does not take --${option}.`);
  }
}
