import type { Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { notifyOfAccountChanges, writeMail } from "@/lib/domain/messages/write-messages";
import type { Whereabouts } from "@/lib/domain/sessions/types";

type Change =
  | { kind: "passkey_changed"; change: "added" | "removed"; name: string }
  | { kind: "second_factor_changed"; change: "on" | "off" | "codes"; codesLeft?: never; heldUntil?: string }
  | { kind: "second_factor_changed"; change: "code_used"; codesLeft: number };

const NOTICE = { passkey_changed: "passkey", second_factor_changed: "second_factor" } as const;

/** Notifies the owner of an account by mail and in the app of what was changed, and from where. */
export async function notifyOfChange(
  tx: Tx,
  userId: string,
  { kind, change, ...rest }: Change,
  { from, at }: { from: Whereabouts; at: Date },
): Promise<void> {
  await notifyOfAccountChanges(tx, [{ userId, accountChange: NOTICE[kind], ...from, createdAt: at }]);
  await writeMail(tx, { kind, cause: newId(), userId, at, data: { change, ...rest, ...from } });
}
