import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { writeConfirmation } from "./confirm-email";
import { assertReadsAsNoOther, usernameTaken } from "./free-usernames";
import { insertUser, lockHolders, type NewUser, uniqueFieldOf } from "./store";
import { takeAddress } from "./take-address";
import type { Whereabouts } from "./types";

/**
 * Inserts an account and returns its id. A proven address is taken from an account that never proved it (D42); any
 * other gets a message with which it is proven. A username that was given up, or that reads as another's, counts as
 * taken.
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
      await assertReadsAsNoOther(tx, user.username, id);
      if (!emailVerified) await writeConfirmation(tx, { userId: id, address, from, at });
      return id;
    });
  } catch (error) {
    if (uniqueFieldOf(error) === "username") throw usernameTaken(error);
    throw error;
  }
}
