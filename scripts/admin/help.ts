import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import type { OptionName } from "./arguments";
import type { Command } from "./command";
import { COMMANDS } from "./commands";
import { facts } from "./text";

const OPTIONS = {
  "--reason <text>": "why, for the audit: it is kept for good, so name nobody in it",
  "--until <date>": "the last day of a plan, a hold or a decision, such as 2026-12-31",
  "--ground <ground>": "on what a decision rests: law:<which> or rules:<paragraph>",
  "--facts <text>": "what was found, in words that the person concerned reads",
  "--report <reference>": "the report that asked for a decision",
  "--automatic": "of a decision: a rule pointed to it",
  "--answer <text>": "to an appeal, in words that the person concerned reads",
  "--year <year>": "such as 2026",
  "--cause <cause>": `of a hold: ${OPERATOR_HOLD_CAUSES.join(", ")}; operator if not given`,
  "--asked": "of a refund: the payer asked for it, and is told so; otherwise that you decided it",
  "--failed": "every message that failed in the last 30 days and can be sent again",
  "--yes, -y": "do not ask before refunds or an erasure",
  "--limit <number>": "how many at most, 50 if not given",
  "--as <name>":
    "who you are, for the audit: an operator's username, needed where something is decided; your account on this machine if not given",
  "--json": "the answer as JSON, amounts in cents",
  "--help, -h": "this page",
};

const EXITS = {
  "0": "done",
  "1": "not done, or not finished: stderr says why",
  "2": "the command line is not one of these",
};

/** `npm run admin -- --help`. */
export function help(): string {
  const commands = COMMANDS.map((command) => `${usage(command)}\n${indent(indent(command.about))}`);
  return [
    "npm run admin -- <command> [options]",
    "",
    indent(commands.join("\n")),
    "",
    "Options",
    indent(facts(OPTIONS)),
    "",
    "Exit codes",
    indent(facts(EXITS)),
    "",
    "It works on DATABASE_URL, or on the embedded database, whether or not the application runs.",
    "npm run -s keeps npm's own lines out of the answer. docs/operations.md tells what to do when.",
  ].join("\n");
}

function usage({ name, args, options }: Command): string {
  const wanted = args.map((arg) => (arg.startsWith("[") ? arg : `<${arg}>`));
  const given = Object.entries(USAGE).filter(([option]) => options.includes(option as OptionName));
  return [name, ...wanted, ...given.map(([, text]) => text)].join(" ");
}

/** The options that change what a command does, in the order in which its usage names them. */
const USAGE: Partial<Record<OptionName, string>> = {
  cause: "[--cause <cause>]",
  until: "[--until <date>]",
  asked: "[--asked]",
  ground: "--ground <ground>",
  facts: "--facts <text>",
  report: "[--report <reference>]",
  automatic: "[--automatic]",
  answer: "--answer <text>",
  year: "--year <year>",
  reason: "--reason <text>",
};

const indent = (text: string) => text.replace(/^/gm, "  ");
