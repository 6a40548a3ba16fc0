import { z } from "zod";
import { BadSignature, eventText, type ProviderEvent } from "@/lib/providers/gateway";
import type { Call, PayPalKeys } from "./client";
import { Refused } from "./errors";
import { subjectOf } from "./event-subject";

const HEADERS = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

const eventBody = z.object({
  id: eventText,
  event_type: eventText,
  create_time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  resource: z.record(z.string(), z.unknown()),
});

/**
 * Reads a webhook event, after PayPal has confirmed that it sent it to our webhook.
 * @throws BadSignature, ProviderUnavailable
 */
export async function readPayPalEvent(
  call: Call,
  keys: PayPalKeys,
  body: string,
  headers: Headers,
): Promise<ProviderEvent> {
  const signed = signatureIn(headers);
  if (!isPayPalAddress(signed.cert_url, keys.apiBase)) {
    throw new BadSignature("the certificate is not PayPal's");
  }
  const event = eventBody.safeParse(parsed(body));
  if (!event.success) throw new BadSignature("the body is no event");
  await verify(call, { ...signed, webhook_id: keys.webhookId }, body);
  const { id, event_type: type, resource, create_time: time } = event.data;
  return {
    id,
    type,
    approvedAt: type === "CHECKOUT.ORDER.APPROVED" && time !== undefined ? new Date(time) : null,
    isReversal: type === "PAYMENT.CAPTURE.REVERSED",
    isDispute: /^CUSTOMER\.DISPUTE\.|\.REVERSED$/.test(type),
    ...(await subjectOf(call, type, resource)),
  };
}

type Signature = Record<keyof typeof HEADERS, string>;

function signatureIn(headers: Headers): Signature {
  const entries = Object.entries(HEADERS).map(([name, header]) => {
    const value = headers.get(header);
    if (!value) throw new BadSignature(`${header} is missing`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Signature;
}

/** The signature's certificate must come from PayPal, or from the configured API base. */
function isPayPalAddress(address: string, apiBase: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  if (apiBase !== null && origin === new URL(apiBase).origin) return true;
  return protocol === "https:" && hostname.endsWith(".paypal.com");
}

async function verify(call: Call, signed: Signature & { webhook_id: string }, body: string): Promise<void> {
  // The signature covers the body as received: parsing and serializing it again could change it.
  const payload = `${JSON.stringify(signed).slice(0, -1)},"webhook_event":${body}}`;
  try {
    const { verification_status: status } = await call({
      verb: "POST",
      path: "/v1/notifications/verify-webhook-signature",
      body: payload,
      answer: z.object({ verification_status: z.string() }),
    });
    if (status !== "SUCCESS") throw new BadSignature(`PayPal says ${status}`);
  } catch (error) {
    // PayPal answers an invalid signature header with a client error.
    if (error instanceof Refused && (error.status === 400 || error.status === 422)) {
      throw new BadSignature(error.message);
    }
    throw error;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
