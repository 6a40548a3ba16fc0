import { OPTIONS, type OptionName } from "./arguments";
import { COMMANDS } from "./commands";
import { aligned, indent } from "./show";

const EXITS = [
  ["0", "done"],
  ["1", "not done, or not finished: stderr says why"],
  ["2", "the command line is not one of these"],
];

/** `npm run admin -- --help`. */
export function help(): string {
  const commands = COMMANDS.map(({ usage, about }) => {
    const whole = usage.replace(/--(\w+)/g, (_, name) => withValue(name as OptionName));
    return `  ${whole}\n      ${about}`;
  });
  const options = Object.entries(OPTIONS).map(([name, option]) => [
    `${withValue(name as OptionName)}${"short" in option ? `, -${option.short}` : ""}`,
    option.about,
  ]);
  return `npm run admin -- <command> [options]

${commands.join("\n")}

Options
${indent(aligned(options))}

Exit codes
${indent(aligned(EXITS))}

It works on DATABASE_URL, or on the embedded database, whether or not the application runs.
npm run -s keeps npm's own lines out of the answer. docs/operations.md tells what to do when.`;
}

function withValue(name: OptionName): string {
  const option = OPTIONS[name];
  return "value" in option ? `--${name} <${option.value}>` : `--${name}`;
}
