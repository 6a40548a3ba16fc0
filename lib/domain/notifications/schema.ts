import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import {
  ACCOUNT_CHANGES,
  NOTIFICATION_TYPES,
  PAYOUT_STATES,
  REFUND_REASONS,
  THANKS_EMOJIS,
} from "@/lib/ground/vocabulary";

/** With what the reader of a notification thanks for its donation. */
export const thanksSchema = z.object({
  id: z.string(),
  emoji: z.enum(THANKS_EMOJIS, problem("invalid")),
});
export type Thanks = z.infer<typeof thanksSchema>;

/**
 * api.md, Notification. `amount` in cents, `progress` in percent, `donorName` null for an anonymous donor. A refund of
 * something bought is about no request: `requestId`, `progress` and `donorName` are null then, and `purchase` says what
 * it was. A change of the account (`account`) has neither, an amount of 0, and says what was changed and from which
 * device and network, null where that is not known. A payout (`payout`) says what became of it. `emoji` is with what
 * the reader thanked for a donation, or was thanked with (`thanks`) by `requesterName`. A donation of which everything
 * went back has a `reason`, as its refund has. A report of the reader that was decided (`report`) and a decision that
 * concerns them (`decision`) have an amount of 0 and nothing else: `GET /api/decisions` says more.
 */
export const notificationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  requestId: z.uuid().nullable(),
  donorName: z.string().nullable(),
  requesterName: z.string().nullable(),
  amount: z.int(),
  progress: z.int().nullable(),
  requestTitle: z.string().nullable(),
  emoji: z.string().nullable(),
  purchase: z.enum(["boosts", "subscription"]).nullable(),
  reason: z.enum(REFUND_REASONS).nullable(),
  payoutState: z.enum(PAYOUT_STATES).nullable(),
  accountChange: z.enum(ACCOUNT_CHANGES).nullable(),
  device: z.string().nullable(),
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** A notification with the fields that only screens use. */
export type ShownNotification = Notification & {
  /** Who gave, or for thanks who thanked; null without a name. */
  person: { username: string; avatar: string; profileImageUrl: string | null } | null;
  isPersonErased: boolean;
  /** The request as it is now, cents; null when it was deleted or hidden. */
  request: { photoUrl: string | null; raised: number; goal: number } | null;
};
