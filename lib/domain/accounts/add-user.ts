import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { isHeld } from "./held-usernames-store";
import { insertUser, type NewUser, uniqueFieldOf } from "./store";

/**
 * Inserts an account and returns its id. A username that was given up counts as taken; that is checked after the
 * insert, so that no erasure comes in between.
 * @throws AppError USERNAME_TAKEN; the driver's error when an address or a Google account is taken: see `uniqueFieldOf`
 */
export async function addUser(db: Db, user: NewUser): Promise<string> {
  try {
    return await db.transaction(async (tx) => {
      const id = await insertUser(tx, user);
      if (await isHeld(tx, user.username, { at: now(), userId: id })) throw usernameTaken();
      return id;
    });
  } catch (error) {
    if (uniqueFieldOf(error) === "username") throw usernameTaken(error);
    throw error;
  }
}

/**
 * The error for a username that is in use, ignoring case, or held. The unique key decides between simultaneous
 * calls.
 */
export function usernameTaken(cause?: unknown): AppError {
  return new AppError("USERNAME_TAKEN", { fields: { username: "usernameTaken" }, cause });
}
