import { ApiError } from "@/lib/web/http";

export type LoginFailure = "credentials" | "code" | "passkey" | "network" | "timeout" | "tooMany" | "server";
export type RegistrationFailure =
  | "exists"
  | "taken"
  | "email"
  | "weak"
  | "network"
  | "tooMany"
  | "server"
  | "other";

/** The text for a failed login (specification 8), chosen by the error code. */
export function loginFailure(error: unknown): LoginFailure {
  const common = commonFailure(error);
  if (common) return common;
  if (error instanceof ApiError && error.code === "INVALID_CODE") return "code";
  return isTimeout(error) ? "timeout" : "credentials";
}

/** The text for a failed login with a passkey; the browser's own errors are the person's choice or its fault. */
export function passkeyFailure(error: unknown): LoginFailure {
  return error instanceof ApiError && error.code !== "INVALID_CREDENTIALS" ? loginFailure(error) : "passkey";
}

/** The text for a failed registration (specification 8). */
export function registrationFailure(error: unknown): RegistrationFailure {
  const common = commonFailure(error);
  if (common) return common;
  if (!(error instanceof ApiError)) return "other";
  if (isTimeout(error)) return "network";
  if (error.code === "EMAIL_EXISTS") return "exists";
  if (error.code === "USERNAME_TAKEN") return "taken";
  if (error.code === "WEAK_PASSWORD") return "weak";
  return error.fields.email ? "email" : "other";
}

function commonFailure(error: unknown): "network" | "tooMany" | "server" | null {
  if (!(error instanceof ApiError)) return "network";
  if (error.code === "NETWORK") return "network";
  if (error.code === "RATE_LIMITED") return "tooMany";
  return error.status >= 500 ? "server" : null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === "TIMEOUT";
}
