/** Keys under `cardErrors.setup`. */
export type SetupError = "amount" | "notFound" | "network" | "unable";

/** Which payment setup error an answer of ours is told as (specification 8, Payment setup errors). A lost connection has status 0. */
export function setupError({ status, code }: { status: number; code: string }): SetupError {
  if (status === 0) return "network";
  if (code === "INVALID_AMOUNT" || code.startsWith("AMOUNT_")) return "amount";
  if (code === "NOT_FOUND") return "notFound";
  return "unable";
}
