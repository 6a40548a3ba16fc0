import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** Asks the person at the keyboard, on stderr so that stdout has the answer only. Nobody there means no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(lines, "close").then(() => "");
  const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
