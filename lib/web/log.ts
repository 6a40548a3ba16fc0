import "server-only";
import pino from "pino";

/** Structured logs. They carry ids and codes, never e-mail addresses, tokens, names with amounts, or bodies. */
export const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
