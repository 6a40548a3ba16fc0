import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Hook } from "../../events/sender";
import type { RunningOptions } from "../../sandbox";
import { moment } from "../ids";

type Transmission = { id: string; time: string; webhookId: string; body: string };

const ALGORITHM = "SHA256withRSA";

/** Where the wallet provider's events go, and how each sending of one is signed. */
export function walletHook(options: RunningOptions): Hook {
  const { clientSecret, webhookId, webhookUrl } = options.wallet;
  return {
    url: webhookUrl,
    headersFor: (body) => {
      const [id, time] = [randomUUID(), moment()];
      return {
        "PayPal-Transmission-Id": id,
        "PayPal-Transmission-Time": time,
        "PayPal-Transmission-Sig": signature(clientSecret, { id, time, webhookId, body }),
        "PayPal-Cert-Url": certificateUrl(options),
        "PayPal-Auth-Algo": ALGORITHM,
        "User-Agent": "PayPal/AUHD-sandbox",
      };
    },
  };
}

/**
 * The signature of one sending. The provider signs the same text with a key of its own whose certificate stands at an address; here nobody but the
 * sandbox is asked whether it is right, so a secret is enough.
 */
function signature(secret: string, { id, time, webhookId, body }: Transmission): string {
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return createHmac("sha256", secret).update(text).digest("base64");
}

/** Whether the sandbox signed this. A body that was read and written again is judged by what it says. */
export function isSigned(options: RunningOptions, transmission: Transmission, given: string): boolean {
  const expected = Buffer.from(signature(options.wallet.clientSecret, transmission));
  const [left, right] = [Buffer.from(given), expected];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Names this server: whoever verifies a signature knows it as the API's own origin. */
export function certificateUrl({ apiUrl }: Pick<RunningOptions, "apiUrl">): string {
  return `${apiUrl}/v1/notifications/certs/CERT-sandbox`;
}
