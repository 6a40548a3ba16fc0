import type { HoldCause, PayeeWaits } from "@/lib/ground/vocabulary";
import { remedyOf } from "./rules";

/** Who has to act before a hold ends; nobody: it ends by itself. */
export type HoldWaits = PayeeWaits | "operator";

/** Who ends a hold that has no last day, by its cause (trust 45). */
const ENDED_BY: Record<HoldCause, (decision: string | null) => HoldWaits> = {
  report: () => "operator",
  risk: () => "operator",
  operator: () => "operator",
  first_payout: () => "operator",
  ownership: () => "operator",
  dispute: () => "provider",
  provider: (code) => (remedyOf(code) === "operator" ? "operator" : "owner"),
  new_bank_account: () => "nobody",
};

/** Who is waited for until a hold ends. `decision` is the provider's code where a payout failed. */
export function waitsFor({
  cause,
  endsAt,
  decision,
}: {
  cause: HoldCause;
  endsAt: Date | null;
  decision: string | null;
}): HoldWaits {
  return endsAt === null ? ENDED_BY[cause](decision) : "nobody";
}
