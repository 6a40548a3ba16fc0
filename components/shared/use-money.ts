import { useLocale } from "next-intl";
import { formatMoney } from "@/lib/ground/money/format";
import { usePlatform } from "./platform";

/** Formats cents as money of the platform in the reader's language (D4). */
export type FormatMoney = (cents: number) => string;

/** In the browser. Components that are rendered on the server call `getMoney`. */
export function useMoney(): FormatMoney {
  const locale = useLocale();
  const { currency } = usePlatform();
  return (cents) => formatMoney(cents, locale, currency);
}
