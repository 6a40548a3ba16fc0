import { createHmac, timingSafeEqual } from "node:crypto";
import type { SandboxOptions } from "../../config";
import { WalletError } from "./wallet-error";

type Keys = Pick<SandboxOptions["wallet"], "clientId" | "clientSecret">;

/** For how long a token is taken, in seconds. */
const LIFETIME = 32_400;

/** A token for whoever knows the application's id and secret, in `Authorization: Basic`. @throws WalletError 401 */
export function issueToken(keys: Keys, authorization: string | undefined) {
  const [scheme, given = ""] = (authorization ?? "").split(" ");
  const known = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64");
  if (scheme !== "Basic" || !same(given, known)) {
    throw new WalletError(401, "invalid_client", "Client Authentication failed");
  }
  const until = Math.floor(Date.now() / 1_000) + LIFETIME;
  return {
    scope: "https://uri.paypal.com/services/payments/payment",
    access_token: `${until}.${proof(keys, until)}`,
    token_type: "Bearer",
    app_id: "APP-SANDBOX",
    expires_in: LIFETIME,
  };
}

/** @throws WalletError 401 for another's token, or one that is past its time */
export function assertToken(keys: Keys, authorization: string | undefined): void {
  const [scheme, token = ""] = (authorization ?? "").split(" ");
  const [until, given = ""] = token.split(".");
  const valid =
    scheme === "Bearer" && same(given, proof(keys, Number(until))) && Number(until) > Date.now() / 1_000;
  if (!valid) throw new WalletError(401, "invalid_token", "Token signature verification failed");
}

function proof({ clientId, clientSecret }: Keys, until: number): string {
  return createHmac("sha256", clientSecret).update(`${clientId}|${until}`).digest("hex");
}

function same(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
