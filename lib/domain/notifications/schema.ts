import { z } from "zod";
import { NOTIFICATION_TYPES, REFUND_REASONS } from "@/lib/vocabulary";

/** api.md, Notification. `amount` in cents, `progress` in percent, `donorName` null for an anonymous donor. */
export const notificationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  requestId: z.uuid(),
  donorName: z.string().nullable(),
  amount: z.int(),
  progress: z.int(),
  requestTitle: z.string().nullable(),
  reason: z.enum(REFUND_REASONS).nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;
