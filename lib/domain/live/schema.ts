import { z } from "zod";
import { FACES_ON_CARD } from "@/lib/domain/givers/rules";
import { faceSchema } from "@/lib/domain/givers/schema";

/** The event `request` of GET /api/events: what of a request has changed, as it is now. Amounts in cents. */
export const liveRequestSchema = z.object({
  id: z.uuid(),
  raised: z.int(),
  isCompleted: z.boolean(),
  givers: z.int().describe("how many donations it got, each counted"),
  faces: z
    .array(faceSchema)
    .max(FACES_ON_CARD)
    .describe("those who gave last and are shown, the latest first"),
});
export type LiveRequest = z.infer<typeof liveRequestSchema>;

/** The event `notification` of GET /api/events: how many of one's own notifications are unread. */
export const liveNotificationSchema = z.object({ unread: z.int() });
export type LiveNotification = z.infer<typeof liveNotificationSchema>;

/** An event of GET /api/events: its name, and its data as JSON. */
export const liveEventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("request"), data: liveRequestSchema }),
  z.object({ event: z.literal("notification"), data: liveNotificationSchema }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
