import type Stripe from "stripe";
import { z } from "zod";
import { BadSignature, eventText } from "@/lib/providers/gateway";
import type { PayoutEvent, PayoutEventSource } from "@/lib/providers/payout-provider";
import { idOf, signedEvent, TOLERANCE, verified } from "../event";

/** The secrets of the sources; null where the operator has not set one. */
export type EventSecrets = Record<PayoutEventSource, string | null>;

/** Reads an event that Stripe signed with the source's secret within five minutes of `at`. @throws BadSignature */
export function readPayoutEvent(
  stripe: Stripe,
  secrets: EventSecrets,
  {
    source,
    body,
    signature,
    at,
  }: { source: PayoutEventSource; body: string; signature: string | null; at: Date },
): PayoutEvent {
  const secret = secrets[source];
  if (secret === null) throw new BadSignature(`no secret of ${source} is configured`);
  if (source === "stripe_connect") return ofAccount(signedEvent(stripe, { body, signature, secret, at }));
  return aboutAccount(
    verified(signature, at, thinEvent, (header, receivedAt) =>
      stripe.parseEventNotification(body, header, secret, TOLERANCE, undefined, receivedAt),
    ),
  );
}

const thinEvent = z.object({
  id: eventText,
  type: eventText,
  related_object: z.record(z.string(), z.unknown()).nullish(),
});

/** An event of a payee's account, with the object that it is about. */
function ofAccount({ id, type, account, data: { object } }: Stripe.Event): PayoutEvent {
  const payout = "object" in object && object.object === "payout" ? idOf(object.id) : null;
  return { id, type, account: account ?? null, payout };
}

/** An event about an account. It is thin: it names the account and has nothing of it. */
function aboutAccount(event: Stripe.V2.Core.EventNotification): PayoutEvent {
  const { id, type } = event;
  const about = "related_object" in event ? event.related_object : null;
  if (about?.type !== "v2.core.account" || !("id" in about)) return { id, type, account: null, payout: null };
  return { id, type, account: idOf(about.id), payout: null };
}
