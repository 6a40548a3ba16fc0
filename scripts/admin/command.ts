import { z } from "zod";
import { type DeedName, type InputOf, perform, type ResultOf } from "@/lib/domain/operator/deeds";
import { requireOperator } from "@/lib/domain/operator/operators";
import { reasonSchema, referenceSchema, untilSchema } from "@/lib/domain/operator/schema";
import { type Operator, Refusal } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type Options, read, type Signature } from "./arguments";
import { confirm } from "./confirm";

export type Call = { context: PayoutContext; operator: Operator; args: readonly string[]; options: Options };

/**
 * What a command answers: for machines, for people, and what the operator still has to know although it did its part.
 */
export type Answer = { data: unknown; text: string; unfinished?: string };

export type Command = Signature & { about: string; run: (call: Call) => Promise<Answer> };

export type Description = {
  /** Its name and arguments: `payouts show <person>`, or `[person]` if it can be left out. */
  usage: string;
  options?: Signature["options"];
  about: string;
  run: Command["run"];
};

export function command({ usage, options = [], ...rest }: Description): Command {
  const [name = "", ...args] = usage.split(/ (?=[<[])/);
  return { name, args: args.map((arg) => arg.replace(/[<>]/g, "")), options, ...rest };
}

/** Answers with what was found or done, and with what people read of it. */
export function shows<T>(find: (call: Call) => Promise<T>, text: (found: T) => string): Command["run"] {
  return async (call) => {
    const data = await find(call);
    return { data, text: text(data) };
  };
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

/** The result of a deed, in words; `unfinished` is what the operator still has to know. */
type Words = string | { text: string; unfinished?: string };

/** A deed that may need a second operator: prints the id under which it waits, or its result. */
export async function deed<N extends DeedName>(
  call: Call,
  name: N,
  input: InputOf<N>,
  words: (done: ResultOf<N>) => Words,
): Promise<Answer> {
  const performed = await perform(call.context, await actor(call), name, input);
  if ("waits" in performed) {
    const { waits } = performed;
    return { data: { waits }, text: `${waits} waits: another operator has to say "approve ${waits}".` };
  }
  const said = words(performed.done);
  return { data: performed.done, ...(typeof said === "string" ? { text: said } : said) };
}
