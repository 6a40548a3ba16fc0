import { expect, it } from "vitest";
import { ApiError } from "@/lib/web/http";
import { loginFailure, passkeyFailure, registrationFailure } from "./failure";

const timeout = new ApiError(0, "TIMEOUT", "x");

// What the tests of the forms do not show.
it.each([
  [loginFailure, timeout, "timeout"],
  [loginFailure, new TypeError("x"), "network"],
  [registrationFailure, timeout, "network"],
  [passkeyFailure, new ApiError(401, "INVALID_CREDENTIALS", "x"), "passkey"],
])("tells what failed: %o, %s", (failure, error, text) => {
  expect(failure(error)).toBe(text);
});
