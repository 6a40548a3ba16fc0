import "server-only";
import { getLocale } from "next-intl/server";
import { env } from "@/lib/ground/env";
import { formatMoney } from "@/lib/ground/money/format";
import type { FormatMoney } from "./use-money";

/** `useMoney` for what is rendered on the server. */
export async function getMoney(): Promise<FormatMoney> {
  const locale = await getLocale();
  const { currency } = env();
  return (cents) => formatMoney(cents, locale, currency);
}
