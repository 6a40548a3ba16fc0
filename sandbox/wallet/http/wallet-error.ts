import { randomBytes } from "node:crypto";
import { Failure } from "../../http/app";
import type { Link } from "../api";
import { type Call, statusOf } from "../issues";

const NAMES: Record<number, string> = {
  400: "INVALID_REQUEST",
  401: "AUTHENTICATION_FAILURE",
  403: "NOT_AUTHORIZED",
  404: "RESOURCE_NOT_FOUND",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
  503: "SERVICE_UNAVAILABLE",
};

/** An error in the wallet provider's format. */
export class WalletError extends Failure {
  constructor(status: number, issue: string, description = issue) {
    super(status, description, refusal(status, issue, description));
  }
}

/** An error that the provider's API description has for this call. */
export function refused(call: Call, issue: string): WalletError {
  return new WalletError(described(call, issue), issue);
}

/** The status of an issue. @throws Error when the provider's API description does not have it for this call */
export function described(call: Call, issue: string): number {
  const status = statusOf(call, issue);
  if (status === null) throw new Error(`${call} is not described to be refused with ${issue}`);
  return status;
}

/** The body of an error. */
export function refusal(status: number, issue: string, description = issue, links: Link[] = []) {
  return {
    name: NAMES[status] ?? "INTERNAL_SERVER_ERROR",
    message: description,
    debug_id: randomBytes(7).toString("hex").slice(0, 13),
    details: [{ issue, description }],
    links,
  };
}

/** The resource itself. @throws WalletError 404 when there is none */
export function found<T>(resource: T | null | undefined): T {
  if (resource) return resource;
  throw new WalletError(404, "INVALID_RESOURCE_ID", "The specified resource does not exist.");
}
