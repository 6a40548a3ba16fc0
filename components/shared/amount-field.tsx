import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";
import { toDecimal } from "@/lib/ground/money";
import { currencySymbol } from "@/lib/ground/money/format";
import { Field, type InputField } from "./field";
import { usePlatform } from "./platform";

type Props = Omit<ComponentProps<typeof InputField>, "type">;

/** A field for an amount, with the currency's symbol where the reader's language writes it. */
export function AmountField({ label, hint, error, className, ...input }: Props) {
  const { currency } = usePlatform();
  const { symbol, leads } = currencySymbol(useLocale(), currency);
  const long = symbol.length > 1;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <span
            aria-hidden
            className={cn(
              "pointer-events-none absolute inset-y-0 flex items-center text-muted-foreground",
              leads ? "left-3.5" : "right-3.5",
            )}
          >
            {symbol}
          </span>
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            className={cn(
              "tabular-nums",
              leads ? (long ? "pl-14" : "pl-8") : long ? "pr-14" : "pr-8",
              className,
            )}
            {...input}
          />
        </span>
      )}
    </Field>
  );
}

/** What is wrong with an amount, and how one is typed. */
export function useAmountLike(): (problem: string) => string {
  const t = useTranslations("common");
  const example = decimalText(15_000, useLocale());
  return (problem) => t("amountLike", { problem, example });
}

/** Cents as they are typed in the reader's language: 1250 is `12.50` in English and `12,50` in Dutch. */
export function decimalText(cents: number, locale: Locale): string {
  const parts = new Intl.NumberFormat(LANGUAGES[locale].region).formatToParts(0.5);
  return toDecimal(cents).replace(".", parts.find(({ type }) => type === "decimal")?.value ?? ".");
}
