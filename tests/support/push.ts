import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushPayload } from "@/lib/delivery/push";
import type { NewSubscription } from "@/lib/domain/messages/schema";
import type { Push } from "@/sandbox/push/pushes";

/** The keys of a browser's subscription, and what it does with a message (RFC 8291, 3 and RFC 8188, 2). */
export class PushReceiver {
  readonly subscription: NewSubscription;
  readonly #key = createECDH("prime256v1");
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    const p256dh = this.#key.generateKeys("base64url");
    this.subscription = { endpoint, p256dh, auth: this.#auth.toString("base64url") };
  }

  /** @throws Error for a message to another subscription */
  open({ body }: Pick<Push, "body">): PushPayload {
    const bytes = Buffer.from(body, "base64");
    const salt = bytes.subarray(0, 16);
    const end = 21 + bytes.readUInt8(20);
    const sender = bytes.subarray(21, end);
    const about = Buffer.concat([Buffer.from("WebPush: info\0"), this.#key.getPublicKey(), sender]);
    const secret = derive(this.#key.computeSecret(sender), this.#auth, about, 32);
    const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const cipher = createDecipheriv(
      "aes-128-gcm",
      key,
      derive(secret, salt, "Content-Encoding: nonce\0", 12),
    );
    cipher.setAuthTag(bytes.subarray(-16));
    const padded = Buffer.concat([cipher.update(bytes.subarray(end, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
  }
}

function derive(secret: Buffer, salt: Buffer, about: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, about, length));
}
