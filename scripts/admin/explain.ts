import { inspect } from "node:util";
import { isDatabaseAway } from "@/db/unavailable";
import { Refusal } from "@/lib/domain/operator/types";
import { ConfigurationError } from "@/lib/ground/env";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { describeError } from "@/lib/server/log";
import { LaunchProblem } from "../../tools/launcher/problem";

/** What PostgreSQL says of a table or a column it does not have. */
const LACKING = new Set(["42P01", "42703"]);

/**
 * What went wrong, for an operator: a sentence where they can act on it, all we know otherwise, but never what a
 * query was asked with.
 */
export function explain(error: unknown): string {
  if ([Refusal, LaunchProblem, ConfigurationError].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  if (error instanceof ProviderUnavailable)
    return `The payment provider cannot be asked now: ${error.message}`;
  if (isDatabaseAway(error)) return "The database does not answer. Is it running, and is DATABASE_URL right?";
  if (lacksSchema(error)) return "The database does not have the current schema: run npm run db:migrate.";
  return inspect(describeError(error), { depth: 6 });
}

function lacksSchema(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === "string" && LACKING.has(code)) return true;
  }
  return false;
}
