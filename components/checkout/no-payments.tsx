"use client";

import { useTranslations } from "next-intl";

/** Stands where one would pay, on a server that nobody gave a provider. */
export function NoPayments() {
  const t = useTranslations("checkout");
  return <p className="text-center">{t("noProvider")}</p>;
}
