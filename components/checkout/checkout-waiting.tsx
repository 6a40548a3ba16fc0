import { useTranslations } from "next-intl";
import { Waiting } from "@/components/shared/waiting";
import type { CheckoutState } from "./use-checkout";

/** What is happening on the way to the provider's page. */
export function CheckoutWaiting({ state }: { state: CheckoutState }) {
  const t = useTranslations("checkout");
  if (state === "idle") return null;
  return state === "preparing" ? (
    <Waiting key={state} text={t("preparing")} later={t("stillPreparing")} />
  ) : (
    <Waiting key={state} text={t("leaving")} later={t("leaving")} />
  );
}
