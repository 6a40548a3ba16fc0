import { createHmac } from "node:crypto";
import type { SandboxOptions } from "../../config";
import { isSame } from "../../ids";
import { WalletError } from "./wallet-error";

type Keys = Pick<SandboxOptions["wallet"], "clientId" | "clientSecret">;

/** How long a token is valid, in seconds. */
const LIFETIME = 32_400;

/** A token for the client id and secret in `Authorization: Basic`. @throws WalletError 401 */
export function issueToken(keys: Keys, authorization: string | undefined) {
  const [scheme, actual = ""] = (authorization ?? "").split(" ");
  const known = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64");
  if (scheme !== "Basic" || !isSame(actual, known)) {
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

/** @throws WalletError 401 for a foreign or expired token */
export function assertToken(keys: Keys, authorization: string | undefined): void {
  const [scheme, token = ""] = (authorization ?? "").split(" ");
  const [until, actual = ""] = token.split(".");
  const valid =
    scheme === "Bearer" && isSame(actual, proof(keys, Number(until))) && Number(until) > Date.now() / 1_000;
  if (!valid) throw new WalletError(401, "invalid_token", "Token signature verification failed");
}

function proof({ clientId, clientSecret }: Keys, until: number): string {
  return createHmac("sha256", clientSecret).update(`${clientId}|${until}`).digest("hex");
}
