import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { encodeAvatar } from "./encode-avatar";
import { isHeld } from "./held-usernames-store";
import { findMe } from "./queries";
import { isEmoji, isReservedUsername, usernameFixedUntil } from "./rules";
import type { Me, UserChanges } from "./schema";
import { lockUsername, uniqueFieldOf, updateOwn } from "./store";
import type { Viewer } from "./types";
import { usernameTaken } from "./username-taken";

/**
 * Changes what a person may change of themselves (specification 5, Username; D16, D18). A name that differs only in case is a change too.
 * @throws AppError VALIDATION_ERROR, USERNAME_TAKEN, USERNAME_TOO_SOON with `untilTime`
 */
export async function updateUser(db: Db, { id }: Pick<Viewer, "id">, changes: UserChanges): Promise<Me> {
  const { username, avatar, ...rest } = changes;
  // A chosen avatar takes the place of the picture that came with a social sign-in, which would be shown over it.
  const picture =
    avatar === undefined
      ? {}
      : { avatar: isEmoji(avatar) ? avatar : await encodeAvatar(avatar), profileImageUrl: null };
  const at = now();
  try {
    await db.transaction(async (tx) => {
      const renamed: Renamed = username === undefined ? {} : await rename(tx, id, username, at);
      const all = { ...defined(rest), ...picture, ...renamed };
      if (Object.keys(all).length > 0) await updateOwn(tx, id, all, at);
      if (renamed.username && (await isHeld(tx, renamed.username, at))) throw usernameTaken();
    });
  } catch (error) {
    if (uniqueFieldOf(error) === "username") throw usernameTaken(error);
    throw error;
  }
  return findMe(db, id);
}

type Renamed = { username?: string; lastUsernameChange?: Date };

/** The change of name, if it is one and is due. */
async function rename(db: Db, id: string, username: string, at: Date): Promise<Renamed> {
  const current = await lockUsername(db, id);
  if (!current) throw new AppError("NOT_FOUND");
  if (current.username === username) return {};
  if (isReservedUsername(username)) {
    throw new AppError("VALIDATION_ERROR", { fields: { username: "usernameReserved" } });
  }
  const until = usernameFixedUntil(current.lastUsernameChange, at);
  if (until) throw new AppError("USERNAME_TOO_SOON", { values: { untilTime: until.toISOString() } });
  return { username, lastUsernameChange: at };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(changes: T): Defined<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
}
