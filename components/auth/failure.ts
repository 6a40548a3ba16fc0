import { ApiError } from "@/lib/web/http";

/** The text for a failed login (specification 8), chosen by the error code. */
export function loginFailure(error: unknown) {
  const common = commonFailure(error);
  if (common) return common;
  if (codeOf(error) === "INVALID_CODE") return "code";
  return codeOf(error) === "TIMEOUT" ? "timeout" : "credentials";
}

/** The text for a failed login with a passkey; the browser's own errors are the person's choice or its fault. */
export function passkeyFailure(error: unknown) {
  return error instanceof ApiError && error.code !== "INVALID_CREDENTIALS" ? loginFailure(error) : "passkey";
}

const REGISTRATION: Partial<Record<string, "network" | "exists" | "taken" | "weak">> = {
  TIMEOUT: "network",
  EMAIL_EXISTS: "exists",
  USERNAME_TAKEN: "taken",
  WEAK_PASSWORD: "weak",
};

/** The text for a failed registration (specification 8). */
export function registrationFailure(error: unknown) {
  const known = commonFailure(error) ?? REGISTRATION[codeOf(error)];
  return known ?? (error instanceof ApiError && error.fields.email ? "email" : "other");
}

function commonFailure(error: unknown) {
  if (codeOf(error) === "NETWORK") return "network";
  if (codeOf(error) === "RATE_LIMITED") return "tooMany";
  return error instanceof ApiError && error.status >= 500 ? "server" : null;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : "NETWORK");
