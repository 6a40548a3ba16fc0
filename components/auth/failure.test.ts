import { expect, it } from "vitest";
import { ApiError } from "@/lib/web/http";
import { loginFailure, passkeyFailure, registrationFailure } from "./failure";

it.each([
  [new ApiError(401, "INVALID_CREDENTIALS", "x"), "credentials"],
  [new ApiError(401, "INVALID_CODE", "x"), "code"],
  [new ApiError(429, "RATE_LIMITED", "x"), "tooMany"],
  [new ApiError(0, "NETWORK", "x"), "network"],
  [new ApiError(0, "TIMEOUT", "x"), "timeout"],
  [new ApiError(503, "UNAVAILABLE", "x"), "server"],
  [new TypeError("x"), "network"],
])("tells of a failed login: %s", (error, text) => {
  expect(loginFailure(error)).toBe(text);
});

it.each([
  [new ApiError(409, "EMAIL_EXISTS", "x"), "exists"],
  [new ApiError(409, "USERNAME_TAKEN", "x"), "taken"],
  [new ApiError(400, "WEAK_PASSWORD", "x"), "weak"],
  [new ApiError(400, "VALIDATION_ERROR", "x", { email: "x" }), "email"],
  [new ApiError(400, "VALIDATION_ERROR", "x", { name: "x" }), "other"],
  [new ApiError(0, "TIMEOUT", "x"), "network"],
  [new ApiError(500, "INTERNAL", "x"), "server"],
])("tells of a failed registration: %s", (error, text) => {
  expect(registrationFailure(error)).toBe(text);
});

it.each([
  [new ApiError(401, "INVALID_CREDENTIALS", "x"), "passkey"],
  [new ApiError(429, "RATE_LIMITED", "x"), "tooMany"],
  [new DOMException("x", "NotAllowedError"), "passkey"],
])("tells of a failed login with a passkey: %s", (error, text) => {
  expect(passkeyFailure(error)).toBe(text);
});
