import { Failure } from "../../http/app";
import type { Refusal } from "../cards";

type Details = {
  type?: "invalid_request_error" | "api_error" | "idempotency_error" | "rate_limit_error";
  code?: string;
  param?: string;
  [extra: string]: unknown;
};

/** An error in the card provider's format. */
export class ApiError extends Failure {
  constructor(status: number, message: string, { type = "invalid_request_error", ...details }: Details = {}) {
    super(status, message, { error: { type, message, ...details } });
  }
}

/** There is no such object. */
export function missing(what: string, id: string, param = "id"): ApiError {
  return new ApiError(404, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}

/** The object itself. @throws ApiError when there is none */
export function found<T>(object: T | null | undefined, what: string, id: string, param?: string): T {
  if (!object) throw missing(what, id, param);
  return object;
}

/** The body of a card error (402). */
export function cardError(refusal: Refusal, extra: Record<string, unknown> = {}) {
  const { code, declineCode, message, param } = refusal;
  return {
    error: {
      type: "card_error" as const,
      code,
      ...(declineCode && { decline_code: declineCode }),
      ...(param && { param }),
      message,
      ...extra,
    },
  };
}
