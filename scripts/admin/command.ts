import { z } from "zod";
import { type DeedName, perform, type ResultOf } from "@/lib/domain/operator/deeds";
import { requireOperator } from "@/lib/domain/operator/operators";
import { type Order, reasonSchema, referenceSchema, untilSchema } from "@/lib/domain/operator/schema";
import { type Operator, Refusal } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type OptionName, type Options, read, type Signature, signatureOf } from "./arguments";
import { confirm } from "./confirm";
import { show } from "./show";

/** A line that somebody typed, and who. */
type Line = { context: PayoutContext; operator: Operator; args: readonly string[]; options: Options };

/**
 * What a command answers: for machines, for people, and what the operator still has to know although it did its part.
 */
export type Answer = { data: unknown; text: string; unfinished?: string | undefined };

export type Command = Signature & { usage: string; about: string; run: (line: Line) => Promise<Answer> };

type Description<Found> = {
  /** Its name, arguments and options: `payouts show <person> [--limit]`; in brackets what can be left out. */
  usage: string;
  about: string;
  /** What people read, unless that is all that was found: a sentence, a record or a list. */
  text?: (found: Found) => unknown;
  unfinished?: (found: Found) => string | undefined;
};

/** A command that finds something, or does what one operator may do. */
export function command<Found>({
  run,
  ...description
}: Description<Found> & { run: (call: Call) => Promise<Found> }): Command {
  return answering(description, async (call) => ({ done: await run(call) }));
}

/** A command for what may need a second operator. */
export function deedCommand<N extends DeedName>({
  deed,
  input,
  ...description
}: Description<ResultOf<N>> & {
  deed: N;
  input: (call: Call) => Order<N> | Promise<Order<N>>;
}): Command {
  return answering(description, async (call) => {
    const order = await input(call);
    return perform(call.context, await call.actor(), deed, order);
  });
}

function answering<Found>(
  { usage, about, text, unfinished }: Description<Found>,
  find: (call: Call) => Promise<{ waits: string } | { done: Found }>,
): Command {
  const run = async (line: Line): Promise<Answer> => {
    const found = await find(callOf(line));
    if ("waits" in found) {
      return {
        data: found,
        text: `${found.waits} waits: another operator has to say "approve ${found.waits}".`,
      };
    }
    const { done } = found;
    return { data: done, text: show(text ? text(done) : done), unfinished: unfinished?.(done) };
  };
  return { ...signatureOf(usage), usage, about, run };
}

const limitSchema = z.coerce
  .number("is not a number")
  .int("is not a whole number")
  .min(1, "is too small")
  .max(1000, "is more than 1000")
  .prefault(50);

export type Call = ReturnType<typeof callOf>;

/** What a command is called with. Reading what is missing or wrong throws a UsageError. */
function callOf({ context, operator, args, options }: Line) {
  const { db } = context;
  const argument = <T>(place: number, name: string, schema: z.ZodType<T>) => read(name, schema, args[place]);
  const option = <T>(name: OptionName, schema: z.ZodType<T>) => read(`--${name}`, schema, options[name]);
  return {
    context,
    db,
    operator,
    args,
    options,
    argument,
    option,
    get reference() {
      return argument(0, "The argument", referenceSchema);
    },
    get reason() {
      return option("reason", reasonSchema);
    },
    get subject(): { reference: string; reason: string } {
      return { reference: this.reference, reason: this.reason };
    },
    get until() {
      return option("until", untilSchema.nullable().default(null));
    },
    get limit() {
      return option("limit", limitSchema);
    },
    /** The operator who acts. @throws Refusal for everybody who has not the role */
    actor: () => requireOperator(db, operator),
    /** @throws Refusal unless the operator says yes, at the keyboard or with `--yes` */
    confirm: async (question: string) => {
      if (!options.yes && !(await confirm(question)))
        throw new Refusal("Not confirmed: nothing was changed.");
    },
  };
}
