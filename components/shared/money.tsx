"use client";

import { useLocale } from "next-intl";
import { formatMoney } from "@/lib/ground/money/format";
import { usePlatform } from "./platform";

/** Formats cents as money of the platform in the reader's language (D4). */
export function useMoney(): (cents: number) => string {
  const locale = useLocale();
  const { currency } = usePlatform();
  return (cents) => formatMoney(cents, locale, currency);
}

/** An amount in cents as text. */
export function Money({ cents }: { cents: number }) {
  return useMoney()(cents);
}
