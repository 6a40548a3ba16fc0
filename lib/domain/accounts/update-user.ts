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
import { closeWalletAccount, findSettings, uniqueFieldOf, updateAccount } from "./store";
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
        const current = await findSettings(tx, id);
        if (!current) throw new AppError("NOT_FOUND");
        const name = username === current.username ? undefined : username;
        if (name !== undefined) refuseName(name, current, at);
        const renamed = name === undefined ? {} : { username: name, lastUsernameChange: at };
        const paidElsewhere = payoutChanges(current, changes);
        if (paidElsewhere.includes("paypal_email")) await closeWalletAccount(tx, id, at);
        await notifyOfPayout(tx, id, {
          replaced: paidElsewhere.filter((change) => current[PAYOUT[change]] !== null),
          from,
          at,
        });
        const payout = paidElsewhere.length > 0 ? { payoutChangedAt: at } : {};
        const all = { ...defined(rest), ...picture, ...renamed, ...payout };
        if (Object.keys(all).length > 0) await updateAccount(tx, id, all, at);
        if (name !== undefined) await holdPrevious(tx, id, { previous: current.username, taken: name, at });
      });
    } catch (error) {
      if (uniqueFieldOf(error) === "username") throw usernameTaken(error);
      throw error;
    }
  });
  return findMe(db, id);
}

type Settings = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

function refuseName(name: string, { lastUsernameChange }: Settings, at: Date): void {
  if (isReservedUsername(name, env().appName)) {
    throw new AppError("VALIDATION_ERROR", { fields: { username: "usernameReserved" } });
  }
  const until = usernameFixedUntil(lastUsernameChange, at);
  if (until) throw new AppError("USERNAME_TOO_SOON", { values: { untilTime: until.toISOString() } });
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
type PayoutChange = keyof typeof PAYOUT;

/** What changes would replace of how somebody is paid. */
function payoutChanges(current: Settings, changes: UserChanges): PayoutChange[] {
  return (Object.keys(PAYOUT) as PayoutChange[]).filter((change) => {
    const after = changes[PAYOUT[change]];
    return after !== undefined && after !== current[PAYOUT[change]];
  });
}

/** Whether changes would replace how a person is paid. */
export async function changesPayout(db: Db, userId: string, changes: UserChanges): Promise<boolean> {
  const current = await findSettings(db, userId);
  return current !== null && payoutChanges(current, changes).length > 0;
}

/** Notifies a person of what was replaced of how they are paid. */
async function notifyOfPayout(
  tx: Tx,
  userId: string,
  { replaced, from, at }: { replaced: PayoutChange[]; from: Whereabouts; at: Date },
): Promise<void> {
  if (replaced.length === 0) return;
  const notices = replaced.map((accountChange) => ({ userId, accountChange, ...from, createdAt: at }));
  await notifyOfAccountChanges(tx, notices);
  const data = { ...from, changes: replaced.join(" ") };
  await writeMail(tx, { kind: "payout_details_changed", cause: newId(), userId, at, data });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(changes: T): Defined<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
}
