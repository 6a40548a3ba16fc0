import type { Db } from "@/db/client";
import { insertUser, type NewUser, uniqueFieldOf } from "@/lib/domain/users/store";
import { now } from "@/lib/ground/clock";
import { isHeld } from "./held-usernames-store";
import { usernameTaken } from "./username-taken";

/**
 * Writes a new account. Answers its id. A name that somebody gave up counts as taken; that is looked at last, so that
 * no erasure slips in between.
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
