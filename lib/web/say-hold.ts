import "server-only";
import { getTranslations } from "next-intl/server";
import type { Payouts } from "@/lib/domain/payouts/schema";
import { currentLocale } from "./locale";

/** What a call answers about a person's payouts: why money of theirs is checked, as a sentence in their language. */
export async function sayHold(payouts: Payouts): Promise<Payouts> {
  if (payouts.onHold === null) return payouts;
  const t = await getTranslations({ locale: await currentLocale(), namespace: "payoutsPage" });
  return { ...payouts, onHold: { reason: t("onHold") } };
}
