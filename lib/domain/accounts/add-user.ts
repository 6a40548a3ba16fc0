import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { writeConfirmation } from "./confirm-email";
import { isHeld } from "./held-usernames-store";
import { insertUser, lockHolders, type NewUser, uniqueFieldOf } from "./store";
import { takeAddress } from "./take-address";
import type { Whereabouts } from "./types";

/**
 * Inserts an account and returns its id. A proven address is taken from an account that never proved it (D42); any
 * other gets a message with which it is proven. A username that was given up counts as taken; that is checked after
 * the insert, so that no erasure comes in between.
 * @throws AppError USERNAME_TAKEN, EMAIL_EXISTS for a proven address that an account proved; the driver's error when
 * another address or a Google account is taken: see `uniqueFieldOf`
 */
export async function addUser(db: Db, user: NewUser, from: Whereabouts): Promise<string> {
  const { email: address, emailVerified } = user;
  const at = now();
  try {
    return await db.transaction(async (tx) => {
      if (emailVerified) {
        const [holder] = await lockHolders(tx, { address });
        await takeAddress(tx, holder ?? null, at);
      }
      const id = await insertUser(tx, user);
      if (await isHeld(tx, user.username, { at, userId: id })) throw usernameTaken();
      if (!emailVerified) await writeConfirmation(tx, { userId: id, address, from, at });
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
