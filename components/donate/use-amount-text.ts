import { useLocale } from "next-intl";
import { useState } from "react";
import { decimalText } from "@/components/shared/amount-field";
import { usePlatform } from "@/components/shared/platform";
import { parseTyped } from "@/lib/ground/money";

/**
 * What is typed as an amount, in cents. It becomes `maximum`, and is `clamped`, as it is typed and when others give
 * meanwhile.
 */
export function useAmountText(first: number | null, maximum: number) {
  const locale = useLocale();
  const { currency } = usePlatform();
  const [text, setText] = useState(first === null ? "" : decimalText(first, locale));
  const [clamped, setClamped] = useState(false);
  const parsed = text.trim() === "" ? null : parseTyped(text, currency);
  const cents = parsed && "cents" in parsed ? parsed.cents : 0;

  if (cents > maximum && maximum > 0) {
    setClamped(true);
    setText(decimalText(maximum, locale));
  }

  function type(typed: string) {
    setClamped(false);
    setText(typed);
  }

  function choose(amount: number) {
    type(decimalText(amount, locale));
  }

  return { text, parsed, cents, clamped, type, choose };
}
