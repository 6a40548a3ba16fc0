import { z } from "zod";
import { FACES_ON_CARD } from "@/lib/domain/donors/rules";
import { faceSchema } from "@/lib/domain/donors/schema";
import { MOST_NAMED } from "./rules";

/** The query of GET /api/events. */
export const eventsQuerySchema = z.object({
  lastEventId: z
    .string()
    .max(100)
    .optional()
    .describe("the id of the last event that one got, where the header Last-Event-ID cannot be sent"),
  requests: z
    .string()
    .max(MOST_NAMED * 37)
    .transform((text) => (text === "" ? [] : text.toLowerCase().split(",")))
    .pipe(z.array(z.uuid()).max(MOST_NAMED))
    .optional()
    .describe(
      "ids of the requests whose events are sent, separated by commas; empty: of none, absent: of all",
    ),
});

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
