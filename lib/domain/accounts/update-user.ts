import type { Db, Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { notifyOfAccountChanges, writeMail } from "@/lib/domain/messages/write-messages";
import { type Caller, lockCaller } from "@/lib/domain/users/guards";
import { findMe } from "@/lib/domain/users/queries";
import type { Me } from "@/lib/domain/users/schema";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { AccountChange } from "@/lib/ground/vocabulary";
import { encodeAvatar } from "./encode-avatar";
import { assertReadsAsNoOther, suggestingOthers, usernameTaken } from "./free-usernames";
import { holdUsername } from "./held-usernames-store";
import { isReservedUsername } from "./reserved-names";
import { isEmoji, usernameFixedUntil, usernameFreeFrom } from "./rules";
import type { UserChanges } from "./schema";
import { lockPayout, lockUsername, uniqueFieldOf, updateOwn } from "./store";
import { NOWHERE, type Whereabouts } from "./types";

/**
 * Changes a person's own settings (specification 5, Username; D16, D18). A different case is a change of username
 * too. When a payout detail is replaced, the owner is notified of the change and its origin, in the app and by mail
 * (trust.md 39).
 * @throws AppError VALIDATION_ERROR, USERNAME_TAKEN with `suggestions`, USERNAME_TOO_SOON with `untilTime`,
 * UNAUTHENTICATED
 */
export async function updateUser(db: Db, viewer: Caller, changes: UserChanges, from = NOWHERE): Promise<Me> {
  const { id } = viewer;
  const { username, avatar, ...rest } = changes;
  // A chosen avatar takes the place of the picture that came with a social sign-in, which would be shown over it.
  const picture =
    avatar === undefined
      ? {}
      : { avatar: isEmoji(avatar) ? avatar : await encodeAvatar(avatar), profileImageUrl: null };
  const at = now();
  await suggestingOthers(db, { username, userId: id }, async () => {
    try {
      await db.transaction(async (tx) => {
        await lockCaller(tx, viewer);
        const previous = username === undefined ? null : await rename(tx, id, username, at);
        const renamed =
          previous === null || username === undefined ? {} : { username, lastUsernameChange: at };
        const isPaidElsewhere = await notifyOfPayoutChange(tx, id, { changes, from, at });
        const payout = isPaidElsewhere ? { payoutChangedAt: at } : {};
        const all = { ...defined(rest), ...picture, ...renamed, ...payout };
        if (Object.keys(all).length > 0) await updateOwn(tx, id, all, at);
        if (previous !== null && username) await holdPrevious(tx, id, { previous, taken: username, at });
      });
    } catch (error) {
      if (uniqueFieldOf(error) === "username") throw usernameTaken(error);
      throw error;
    }
  });
  return findMe(db, id);
}

/** The old username, if the change is one and is allowed; null if nothing changes. */
async function rename(tx: Tx, id: string, username: string, at: Date): Promise<string | null> {
  const current = await lockUsername(tx, id);
  if (!current) throw new AppError("NOT_FOUND");
  if (current.username === username) return null;
  if (isReservedUsername(username, env().appName)) {
    throw new AppError("VALIDATION_ERROR", { fields: { username: "usernameReserved" } });
  }
  const until = usernameFixedUntil(current.lastUsernameChange, at);
  if (until) throw new AppError("USERNAME_TOO_SOON", { values: { untilTime: until.toISOString() } });
  return current.username;
}

/** Holds the old username. The check of the new one comes last, so that it is not given up and held in between. */
async function holdPrevious(
  tx: Tx,
  userId: string,
  { previous, taken, at }: { previous: string; taken: string; at: Date },
): Promise<void> {
  // Other capitals are the same name.
  if (previous.toLowerCase() === taken.toLowerCase()) return;
  await assertReadsAsNoOther(tx, taken, userId);
  await holdUsername(tx, previous, { until: usernameFreeFrom(at), userId });
}

const PAYOUT = {
  payout_method: "paymentMethod",
  paypal_email: "paypalEmail",
  payout_card: "visaCardToken",
} as const satisfies Partial<Record<AccountChange, keyof UserChanges>>;
const PAYOUT_CHANGES = Object.keys(PAYOUT) as (keyof typeof PAYOUT)[];

/** Whether the changes replace how the person is paid; of a replaced detail they are notified. */
async function notifyOfPayoutChange(
  tx: Tx,
  userId: string,
  { changes, from, at }: { changes: UserChanges; from: Whereabouts; at: Date },
): Promise<boolean> {
  if (Object.values(PAYOUT).every((detail) => changes[detail] === undefined)) return false;
  const current = await lockPayout(tx, userId);
  if (!current) return false;
  const changed = PAYOUT_CHANGES.filter((change) => {
    const after = changes[PAYOUT[change]];
    return after !== undefined && after !== current[PAYOUT[change]];
  });
  const replaced = changed.filter((change) => current[PAYOUT[change]] !== null);
  await notifyOfAccountChanges(
    tx,
    replaced.map((accountChange) => ({ userId, accountChange, ...from, createdAt: at })),
  );
  if (replaced.length === 0) return changed.length > 0;
  await writeMail(tx, {
    kind: "payout_details_changed",
    cause: newId(),
    userId,
    at,
    data: { ...from, changes: replaced.join(" ") },
  });
  return true;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(changes: T): Defined<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
}
