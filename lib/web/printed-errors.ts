import "server-only";
import { log } from "./log";

/**
 * Lets the log tell of the errors that Next.js prints by itself, those of pages and actions. Printed, an error of the database shows what its query
 * was asked with: names, addresses and hashes.
 */
export function logPrintedErrors(): void {
  const print = console.error;
  console.error = (...said: unknown[]) => {
    const err = said.find((each) => each instanceof Error);
    if (err) log.error({ err }, "an error that nothing caught");
    else print(...said);
  };
}
