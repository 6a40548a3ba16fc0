import { closeDb } from "@/db/client";
import { actorNamed } from "@/lib/domain/operator/operators";
import { operatorSchema } from "@/lib/domain/operator/schema";
import { payments } from "@/lib/web/payments";
import { withDatabase } from "../tools/launcher/with-database";
import { accountName, read, readArguments, UsageError } from "./admin/arguments";
import type { Answer } from "./admin/command";
import { COMMANDS } from "./admin/commands";
import { explain } from "./admin/explain";
import { help } from "./admin/help";

/**
 * `npm run admin`: an operator's command line. Answers on stdout, everything else on stderr; exit codes are in its
 * help.
 */
try {
  const { command, args, values } = readArguments(process.argv.slice(3), COMMANDS);
  if (command === null || values.help) {
    console.log(help());
  } else {
    const named = { name: read("--as", operatorSchema, values.as ?? accountName()) };
    await withDatabase(
      async () => {
        // The log goes to stdout, where only the answer is written.
        const context = payments(() => undefined);
        const answer = actorNamed(context.db, named, { isNamed: values.as !== undefined }).then((operator) =>
          command.run({ context, operator, args, options: values }),
        );
        print(await answer.finally(closeDb), values.json === true);
      },
      { existing: true },
    );
  }
} catch (error) {
  const wrongUsage = error instanceof UsageError;
  console.error(wrongUsage ? `${error.message} npm run admin -- --help tells how.` : explain(error));
  process.exitCode = wrongUsage ? 2 : 1;
}

function print({ data, text, unfinished }: Answer, json: boolean): void {
  console.log(json ? JSON.stringify(data, null, 2) : text);
  if (unfinished === undefined) return;
  console.error(unfinished);
  process.exitCode = 1;
}
