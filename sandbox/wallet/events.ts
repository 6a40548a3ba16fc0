import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RunningOptions } from "../config";
import { isSame } from "../ids";
import type { UnitOfWork } from "../state/unit-of-work";
import { randomId, timestamp } from "./ids";

type Transmission = { id: string; time: string; webhookId: string; body: string };

/** What a transmission of an event has in its headers: among others its signature. */
export function transmissionHeaders(options: RunningOptions, body: string): Record<string, string> {
  const { clientSecret, webhookId } = options.wallet;
  const [id, time] = [randomUUID(), timestamp()];
  return {
    "PayPal-Transmission-Id": id,
    "PayPal-Transmission-Time": time,
    "PayPal-Transmission-Sig": signature(clientSecret, { id, time, webhookId, body }),
    "PayPal-Cert-Url": certificateUrl(options),
    "PayPal-Auth-Algo": "SHA256withRSA",
    "User-Agent": "PayPal/AUHD-sandbox",
  };
}

/**
 * The signature of one transmission. The provider signs the same text with a private key whose certificate is public.
 * Here only the sandbox itself verifies signatures, so a secret is enough.
 */
function signature(secret: string, { id, time, webhookId, body }: Transmission): string {
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return createHmac("sha256", secret).update(text).digest("base64");
}

/** Whether the sandbox signed this transmission. */
export function isSigned(options: RunningOptions, transmission: Transmission, actual: string): boolean {
  return isSame(actual, signature(options.wallet.clientSecret, transmission));
}

/** An address of this server, so that a merchant can check that it is the API's own origin. */
export function certificateUrl({ apiUrl }: Pick<RunningOptions, "apiUrl">): string {
  return `${apiUrl}/v1/notifications/certs/CERT-sandbox`;
}

type NewEvent = { type: string; subject: string; resourceType: string; resource: object };

/** Adds an event that carries the resource as it is now. `subject`: the id of an order, a subscription or a payout. */
export function emit(work: UnitOfWork, { type, subject, resourceType, resource }: NewEvent): void {
  const id = `WH-${randomId(17)}-${randomId(17)}`;
  const created = timestamp();
  work.addEvent({
    id,
    object: "wallet_event",
    type,
    subject,
    created,
    payload: {
      id,
      event_version: "1.0",
      create_time: created,
      resource_type: resourceType,
      event_type: type,
      summary: type.toLowerCase().replaceAll(/[._]/g, " "),
      resource,
      links: [],
    },
  });
}
