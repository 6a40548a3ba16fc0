import { z } from "zod";
import { ACCOUNT_CHANGES, NOTIFICATION_TYPES, PAYOUT_STATES, REFUND_REASONS } from "@/lib/ground/vocabulary";

/**
 * api.md, Notification. `amount` in cents, `progress` in percent, `donorName` null for an anonymous donor. A refund of
 * something bought is about no request: `requestId`, `progress` and `donorName` are null then, and `purchase` says what
 * it was. A change of the account (`account`) has neither, an amount of 0, and says what was changed and from which
 * device and network, null where that is not known. A payout (`payout`) says what became of it.
 */
export const notificationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  requestId: z.uuid().nullable(),
  donorName: z.string().nullable(),
  amount: z.int(),
  progress: z.int().nullable(),
  requestTitle: z.string().nullable(),
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
export type ShownNotification = Notification & { donorErased: boolean };
