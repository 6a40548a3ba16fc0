import { Failure } from "../../http/app";

/** An error in the format of the second version of the card provider's API. */
export class V2Error extends Failure {
  constructor(status: number, code: string, message: string) {
    const type = TYPES.has(code) ? { type: code } : {};
    super(status, message, { error: { ...type, code, message } });
  }
}

/** The errors that the official library knows by their type; it knows the others by their code. */
const TYPES = new Set(["cannot_proceed", "idempotency_error", "rate_limit"]);
