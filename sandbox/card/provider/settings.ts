import type { UnitOfWork } from "../../state/unit-of-work";
import type { BalanceSettings } from "../records";

/**
 * The payout schedule of an account, or of the platform. An account's is daily until the application changes it; the
 * platform's is manual, as its operator has to choose it in the provider's dashboard.
 */
export function settingsOf(work: UnitOfWork, account: string | null): BalanceSettings {
  const id = `balance_settings_${account ?? "platform"}`;
  return (
    work.find("balance_settings", id) ?? {
      id,
      object: "balance_settings",
      account,
      interval: account === null ? "manual" : "daily",
      statementDescriptor: null,
    }
  );
}
