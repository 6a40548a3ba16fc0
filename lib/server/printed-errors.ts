import "server-only";
import { format } from "node:util";
import { log } from "./log";

/**
 * Writes to the log what Next.js prints by itself, the errors of pages and actions and its warnings, in one line each.
 * Printed, an error of the database shows the values of its query: names, addresses and hashes.
 */
export function logPrintedErrors(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      if (err) log[level]({ err }, "an error that nothing caught");
      else log[level](format(...said));
    };
  }
}
