import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MAX_BOOST_QUANTITY } from "@/lib/domain/boosts/rules";
import { clampQuantity, isWholeNumber, quantityAfterKey, readQuantity } from "./quantity";

type Props = {
  /** Null while the text is not a quantity. */
  quantity: number | null;
  disabled: boolean;
  onChange: (quantity: number | null) => void;
};

/** How many, from 1 to the most per purchase (specification 2, 5): by buttons, by arrow keys or typed. */
export function QuantityStepper({ quantity, disabled, onChange }: Props) {
  const t = useTranslations("boosts.purchase");
  const problem = useTranslations("errors.fields");
  const [clamped, setClamped] = useState(false);
  /** The text while it is not a quantity. */
  const [typed, setTyped] = useState("");
  const wrong = quantity === null && typed.trim() !== "" && !isWholeNumber(typed);

  function change(next: number | null, above = false) {
    if (disabled) return;
    setClamped(above);
    onChange(next);
  }

  const step = (by: number) => change(clampQuantity((quantity ?? 0) + by));
  return (
    <Field
      label={t("quantity")}
      hint={<span aria-live="polite">{t(clamped ? "clamped" : "range", { max: MAX_BOOST_QUANTITY })}</span>}
      error={wrong && problem("quantity")}
    >
      {(control) => (
        <div className="flex gap-2">
          <Button
            variant="outline"
            className="size-12 p-0"
            aria-label={t("fewer")}
            aria-disabled={disabled || quantity === null || quantity <= 1 || undefined}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden />
          </Button>
          <Input
            {...control}
            role="spinbutton"
            aria-valuemin={1}
            aria-valuemax={MAX_BOOST_QUANTITY}
            aria-valuenow={quantity ?? undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={quantity ?? typed}
            onChange={({ target }) => {
              const next = readQuantity(target.value);
              setTyped(next === null ? target.value : "");
              change(next, next !== null && Number(target.value) > next);
            }}
            onKeyDown={(event) => {
              const next = quantityAfterKey(event.key, quantity);
              if (next === null) return;
              event.preventDefault();
              change(next);
            }}
            onBlur={() => quantity === null && !wrong && change(1)}
            className="min-w-0 flex-1 text-center text-xl font-semibold tabular-nums"
          />
          <Button
            variant="outline"
            className="size-12 p-0"
            aria-label={t("more")}
            aria-disabled={disabled || (quantity !== null && quantity >= MAX_BOOST_QUANTITY) || undefined}
            onClick={() => step(1)}
          >
            <Plus aria-hidden />
          </Button>
        </div>
      )}
    </Field>
  );
}
