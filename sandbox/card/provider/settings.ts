import type { UnitOfWork } from "../../state/unit-of-work";
import type { BalanceSettings, Method } from "../records";

/** Everything that the platform's account can switch on, in the order in which it is offered. */
export const METHODS = ["card", "ideal", "bancontact", "apple_pay", "google_pay"] as const satisfies Method[];

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
    }
  );
}

/** What the platform's account has switched on to pay with. */
export function methodsOf(work: UnitOfWork): readonly Method[] {
  return settingsOf(work, null).methods ?? METHODS;
}

/** A payment's form begins with what people of a language pay with most, as the provider's own does. */
export function orderFor<T extends Method>(methods: readonly T[], locale: string | undefined): T[] {
  const first = (method: Method) => locale === "nl" && method === "ideal";
  return methods.toSorted((a, b) => Number(first(b)) - Number(first(a)));
}

/** Whether a method is a type of the API: a wallet of a phone pays with a card. */
export function isType(method: Method): method is "card" | "ideal" | "bancontact" {
  return method !== "apple_pay" && method !== "google_pay";
}
