import { z } from "zod";
import { type DeedName, type InputOf, perform, type ResultOf } from "@/lib/domain/operator/deeds";
import { requireOperator } from "@/lib/domain/operator/operators";
import { reasonSchema, referenceSchema, untilSchema } from "@/lib/domain/operator/schema";
import { type Operator, Refusal } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type Options, read, type Signature, signatureOf } from "./arguments";
import { confirm } from "./confirm";
import { show } from "./show";

export type Call = { context: PayoutContext; operator: Operator; args: readonly string[]; options: Options };

/**
 * What a command answers: for machines, for people, and what the operator still has to know although it did its part.
 */
export type Answer = { data: unknown; text: string; unfinished?: string | undefined };

export type Command = Signature & { usage: string; about: string; run: (call: Call) => Promise<Answer> };

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
  input: (call: Call) => InputOf<N> | Promise<InputOf<N>>;
}): Command {
  return answering(description, async (call) => {
    const order = await input(call);
    return perform(call.context, await actor(call), deed, order);
  });
}

function answering<Found>(
  { usage, about, text, unfinished }: Description<Found>,
  find: (call: Call) => Promise<{ waits: string } | { done: Found }>,
): Command {
  const run = async (call: Call): Promise<Answer> => {
    const found = await find(call);
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

/** @throws Refusal unless the operator says yes, at the keyboard or with `--yes` */
export async function assertConfirmed({ options }: Call, question: string): Promise<void> {
  if (!options.yes && !(await confirm(question))) throw new Refusal("Not confirmed: nothing was changed.");
}

const LIMIT = 50;
const limitSchema = z.coerce
  .number("is not a number")
  .int("is not a whole number")
  .min(1, "is too small")
  .max(1000, "is more than 1000");

export const reference = ({ args }: Call) => read("The argument", referenceSchema, args[0]);
export const reason = ({ options }: Call) => read("--reason", reasonSchema, options.reason);
export const subject = (call: Call) => ({ reference: reference(call), reason: reason(call) });
export const until = ({ options }: Call) =>
  options.until === undefined ? null : read("--until", untilSchema, options.until);
export const limit = ({ options }: Call) => read("--limit", limitSchema, options.limit ?? LIMIT);

/** The operator who acts. @throws Refusal for everybody who has not the role */
export const actor = ({ context, operator }: Call) => requireOperator(context.db, operator);
