import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { providerEvents } from "@/db/schema";
import type { ProviderEvent } from "@/lib/providers/payment";

/** Keeps an event by its id, once; whether it was already handled. */
export async function recordEvent(
  db: Db,
  provider: string,
  event: ProviderEvent,
  at: Date,
): Promise<{ handled: boolean }> {
  const fresh = await db
    .insert(providerEvents)
    .values({
      provider,
      eventId: event.id,
      type: event.type,
      paymentId: event.paymentId ?? event.subscriptionId ?? null,
      receivedAt: at,
    })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  if (fresh.length > 0) return { handled: false };
  const [row] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.id)));
  return { handled: row?.handledAt != null };
}

/** Notes what was done about an event. */
export async function markHandled(
  db: Db,
  provider: string,
  eventId: string,
  outcome: string,
  at: Date,
): Promise<void> {
  await db
    .update(providerEvents)
    .set({ handledAt: at, outcome })
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)));
}
