import { randomInt } from "node:crypto";
import type { Db, Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { forgetHolder, holdUsername, selectHeld } from "./held-usernames-store";
import { readingsOf } from "./look-alikes";
import { isReservedUsername } from "./reserved-names";
import { MAX_USERNAME, usernameFreeFrom } from "./rules";
import { selectTaken } from "./store";

/** How many free names a taken one is answered with. */
const SUGGESTIONS = 3;

/** The ends that are tried, in so many rounds: a common name has most of its short ones taken. */
const ENDS = ["%%", ".%%", "-%%", "%%%", ".%%%", "%%%%"];
const ROUNDS = 3;

/**
 * Holds the username of an account that is erased (D39), and removes the link between the person and the usernames
 * that they gave up before.
 */
export async function holdErasedUsername(
  tx: Tx,
  { id, username }: { id: string; username: string },
  at: Date,
): Promise<void> {
  await forgetHolder(tx, id);
  await holdUsername(tx, username, { until: usernameFreeFrom(at), userId: null });
}

/** The error for a username that is in use, ignoring case, held, or reads as one that is. */
export function usernameTaken(cause?: unknown, suggestions?: string[]): AppError {
  return new AppError("USERNAME_TAKEN", {
    fields: { username: "usernameTaken" },
    ...(suggestions && { suggestions }),
    cause,
  });
}

/**
 * Refuses a username that reads as one that another account has or that is held. Called after the name was written, so
 * that no erasure and no other renaming comes in between; the name itself is kept apart by the unique key.
 * @throws AppError USERNAME_TAKEN
 */
export async function assertReadsAsNoOther(db: Db, username: string, userId: string): Promise<void> {
  const readings = readingsOf(username);
  const [held, taken] = await Promise.all([
    selectHeld(db, readings, { at: now(), userId }),
    selectTaken(db, readings, userId),
  ]);
  if (held.size + taken.size > 0) throw usernameTaken();
}

/**
 * Up to three free usernames that resemble a taken one. It reads some two hundred names at most. `userId` is the
 * account that is to have one, if there is one yet.
 */
async function suggestUsernames(db: Db, username: string, userId: string | null): Promise<string[]> {
  const { appName } = env();
  const made = Array.from({ length: ROUNDS }, () => ENDS.map((end) => withEnd(username, end))).flat();
  const readings = new Map(
    made.filter((name) => !isReservedUsername(name, appName)).map((name) => [name, readingsOf(name)]),
  );
  const all = [...new Set([...readings.values()].flat())];
  const held = await selectHeld(db, all, { at: now(), userId });
  const taken = await selectTaken(db, all, userId);
  return [...readings]
    .filter(([, read]) => read.every((name) => !held.has(name) && !taken.has(name)))
    .map(([name]) => name)
    .slice(0, SUGGESTIONS);
}

/** `%` is replaced by a digit. A long name loses its last letters. */
function withEnd(username: string, end: string): string {
  const digits = end.replace(/%/g, () => String(randomInt(10)));
  return username.slice(0, MAX_USERNAME - end.length).replace(/[._-]+$/, "") + digits;
}

/**
 * Runs what gives somebody a username, and adds free ones to the error when it is taken.
 * @throws AppError USERNAME_TAKEN with `suggestions`, and what `work` throws
 */
export async function suggestingOthers<T>(
  db: Db,
  { username, userId }: { username: string | undefined; userId: string | null },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "USERNAME_TAKEN" || !username) throw error;
    throw usernameTaken(error, await suggestUsernames(db, username, userId));
  }
}
