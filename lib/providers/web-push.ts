import webPush from "web-push";
import { DAY, SECOND } from "@/lib/ground/durations";

/** Where a browser receives messages, and the keys that they are encrypted with (RFC 8291). */
export type PushAddress = { endpoint: string; p256dh: string; auth: string };

/** The pair of keys that proves to push services who sends (VAPID, RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string };

export type OutgoingPush = {
  payload: string;
  /** A message takes the place of one with the same topic that was not shown yet: 32 URL-safe characters at most. */
  topic: string;
};

/** Sends push messages. */
export interface PushTransport {
  /**
   * Resolves once the browser's push service has accepted the message.
   * @throws PushGone, or an error worth another attempt
   */
  send(to: PushAddress, message: OutgoingPush): Promise<void>;
}

/** The push service no longer knows the subscription: the browser has ended it. */
export class PushGone extends Error {
  override name = "PushGone";
}

/** For how many seconds a push service keeps a message for a phone that is off. */
const TTL = DAY / SECOND;
const TIMEOUT_MS = 10_000;
const GONE = [404, 410];

/** A new pair of keys. */
export function newVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys();
}

/**
 * Web Push (RFC 8030). `subject` is how push services reach the sender: a `mailto:` address. It does not follow
 * redirects, since the address comes from a browser.
 */
export function webPushTransport({
  keys,
  subject,
}: {
  keys: () => Promise<VapidKeys>;
  subject: string;
}): PushTransport {
  return {
    async send({ endpoint, ...pair }, { payload, topic }) {
      const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: pair }, payload, {
        vapidDetails: { subject, ...(await keys()) },
        TTL,
        urgency: "normal",
        topic,
      });
      const answer = await fetch(endpoint, {
        method,
        headers,
        body: new Uint8Array(body),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      const problem = `${new URL(endpoint).hostname} answered ${answer.status}`;
      if (GONE.includes(answer.status)) throw new PushGone(problem);
      if (!answer.ok) throw new Error(problem);
    },
  };
}
