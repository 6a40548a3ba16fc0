import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskey, PasskeyAnswer } from "@/lib/domain/security/schema";

type Options = {
  origin: string;
  rpId: string;
  /** Whether the person unlocked it. */
  isVerified?: boolean;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator with one passkey, as a browser answers with it. `counter` counts up with each use, unless zero. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;

  /** What `navigator.credentials.create` would answer. */
  create(challenge: string, options: Options): NewPasskey {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)]);
    const authData = new Uint8Array(Buffer.concat([this.#data(options, HAS_CREDENTIAL), credential]));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: this.id.toString("base64url"),
      rawId: this.id.toString("base64url"),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, options).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** What `navigator.credentials.get` would answer. */
  get(challenge: string, options: Options): PasskeyAnswer {
    if (this.counter > 0) this.counter += 1;
    const data = this.#data(options);
    const client = clientData("webauthn.get", challenge, options);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return {
      id: this.id.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    };
  }

  #data({ rpId, isVerified = true }: Options, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

function clientData(type: string, challenge: string, { origin }: Options): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
