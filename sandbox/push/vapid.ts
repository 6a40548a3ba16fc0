import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Push } from "./pushes";

/** For how many seconds from now a token may be valid at most (RFC 8292, 2). */
const MAX_SECONDS = 24 * 60 * 60;

const header = z.object({ typ: z.literal("JWT").optional(), alg: z.literal("ES256") });
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) });

/**
 * Checks the token with which a sender proves who it is (RFC 8292), for this push service's origin.
 * @throws Error that says what is wrong
 */
export function verifyVapid(authorization: string | undefined, origin: string): Push["vapid"] {
  const [, token = "", publicKey = ""] =
    /^vapid\s+t=([\w.-]+)\s*,\s*k=([\w-]+)$/i.exec(authorization?.trim() ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (!signature) throw new Error("no VAPID token and key");
  const signed = Buffer.from(`${head}.${body}`);
  const key = { key: publicKeyOf(publicKey), dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", signed, key, Buffer.from(signature, "base64url")))
    throw new Error("the signature does not match the key");
  header.parse(decoded(head));
  const { aud, exp, sub } = claims.parse(decoded(body));
  if (aud !== origin) throw new Error(`the token is for ${aud}, this is ${origin}`);
  const left = exp - Date.now() / 1_000;
  if (left <= 0 || left > MAX_SECONDS) throw new Error("the token has expired or is valid for too long");
  return { aud, exp, sub, publicKey };
}

function publicKeyOf(publicKey: string): KeyObject {
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("the key is not an uncompressed point");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  return createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}
