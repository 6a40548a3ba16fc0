import type { SandboxOptions } from "../../config";
import { isSame } from "../../ids";
import { ApiError } from "./api-error";

export type Caller = "secret" | "publishable";

/**
 * Which key a call has: in `Authorization` (Bearer or Basic) or, as a browser sends it, in the parameter `key`.
 * @throws ApiError 401
 */
export function callerOf(
  options: Pick<SandboxOptions, "secretKey" | "publishableKey">,
  authorization: string | undefined,
  parameter: unknown,
): Caller {
  const key = keyIn(authorization) ?? (typeof parameter === "string" ? parameter : null);
  if (!key) {
    throw new ApiError(
      401,
      "You did not provide an API key. Send it as 'Authorization: Bearer YOUR_SECRET_KEY'.",
    );
  }
  if (isSame(key, options.secretKey)) return "secret";
  if (isSame(key, options.publishableKey)) return "publishable";
  throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}****`);
}

/** @throws ApiError 403 */
export function assertSecret(caller: Caller): void {
  if (caller === "secret") return;
  throw new ApiError(
    403,
    "This API call cannot be made with a publishable API key. Please use a secret API key.",
    {
      code: "secret_key_required",
    },
  );
}

function keyIn(authorization: string | undefined): string | null {
  const [scheme, value] = (authorization ?? "").split(" ");
  if (!value) return null;
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() !== "basic") return null;
  return Buffer.from(value, "base64").toString("utf8").split(":")[0] || null;
}
