import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { providerEvents } from "@/db/schema";
import { preparedQuery } from "@/db/statement";
import type { ProviderEvent } from "@/lib/providers/gateway";

/** Stores an event by its id, once; returns whether it was handled before. */
export async function recordEvent(
  db: Db,
  provider: string,
  event: ProviderEvent,
  at: Date,
): Promise<{ handled: boolean }> {
  const inserted = await insertOnce(db).execute({
    provider,
    eventId: event.id,
    type: event.type,
    paymentId: event.paymentId ?? event.subscriptionId ?? null,
    at,
  });
  if (inserted.length > 0) return { handled: false };
  const [row] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.id)));
  return { handled: row?.handledAt != null };
}

/** Marks an event as handled, with the outcome. */
export async function markHandled(
  db: Db,
  provider: string,
  eventId: string,
  outcome: string,
  at: Date,
): Promise<void> {
  await setHandled(db).execute({ provider, eventId, outcome, at });
}

const insertOnce = preparedQuery((db) =>
  db
    .insert(providerEvents)
    .values({
      provider: sql.placeholder("provider"),
      eventId: sql.placeholder("eventId"),
      type: sql.placeholder("type"),
      paymentId: sql.placeholder("paymentId"),
      receivedAt: sql.placeholder("at"),
    })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
    .prepare("record_event"),
);

const setHandled = preparedQuery((db) =>
  db
    .update(providerEvents)
    .set({
      handledAt: sql`${sql.param(sql.placeholder("at"), providerEvents.handledAt)}`,
      outcome: sql`${sql.placeholder("outcome")}`,
    })
    .where(
      and(
        eq(providerEvents.provider, sql.placeholder("provider")),
        eq(providerEvents.eventId, sql.placeholder("eventId")),
      ),
    )
    .prepare("mark_handled"),
);
