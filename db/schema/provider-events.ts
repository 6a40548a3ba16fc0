import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";

/** Webhook events by the provider's own id. An event only causes another query, so its content is not stored. */
export const providerEvents = pgTable(
  "provider_events",
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    /** The payment or the subscription that it is about. */
    paymentId: text(),
    receivedAt: createdAt(),
    handledAt: timestamptz(),
    /** What was done, one sentence. */
    outcome: text(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index("provider_events_of_payment").on(t.paymentId),
  ],
);
