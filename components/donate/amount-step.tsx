import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField, decimalText, useAmountLike } from "@/components/shared/amount-field";
import { nameInFull } from "@/components/shared/person-name";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { breakdown, MIN_DONATION } from "@/lib/ground/money";
import { maximumFor, quickAmounts } from "./amount-choice";
import { Breakdown } from "./breakdown";
import { type Note, NoteField } from "./note-field";
import { useAmountText } from "./use-amount-text";

type Props = {
  request: FundingRequest;
  /** The amount chosen before, in cents. */
  chosen: number | null;
  onChosen: (cents: number) => void;
  note: Note;
  onNote: (note: Note) => void;
};

/** The donation dialog: a custom amount, quick amounts and what it will cost (specification 2, 5). */
export function AmountStep({ request, chosen, onChosen, note, onNote }: Props) {
  const t = useTranslations("donate");
  const locale = useLocale();
  const money = useMoney();
  const amountLike = useAmountLike();
  /** Zero is an error only after the field is left: `0` may begin `0.50`. */
  const [finished, setFinished] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const maximum = maximumFor(request);
  const { text, parsed, cents, clamped, type, choose } = useAmountText(chosen, maximum);
  const tooSmall = cents > 0 && cents < MIN_DONATION;
  const amounts = cents > 0 && !tooSmall ? breakdown(cents) : null;
  const problem = tooSmall ? t("tooSmall", { amount: money(MIN_DONATION) }) : problemText();

  function submit(event: FormEvent) {
    event.preventDefault();
    setFinished(true);
    if (amounts) onChosen(cents);
    else input.current?.focus();
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div>
        <DialogTitle>{t("title")}</DialogTitle>
        <DialogDescription className="[overflow-wrap:anywhere]">
          {t("to", { name: nameInFull(request.user), item: request.item })}
        </DialogDescription>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {quickAmounts(request).map(({ kind, cents: amount }) => (
          <Button
            key={kind}
            variant="outline"
            aria-pressed={cents === amount}
            onClick={() => choose(amount)}
            className="h-auto flex-col gap-0 py-2.5 odd:last:col-span-2 aria-pressed:border-primary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
          >
            <span className="text-lg tabular-nums">{money(amount)}</span>
            <span className="text-sm font-normal">{t(`quick.${kind}`)}</span>
          </Button>
        ))}
      </div>
      <AmountField
        label={t("amount")}
        // In the error's place, so that nothing moves when the field is left for one of the quick amounts.
        hint={
          problem ? undefined : (
            <span aria-live="polite">
              {clamped ? t("clamped") : t("maximum", { amount: money(maximum) })}
            </span>
          )
        }
        error={problem}
        ref={input}
        placeholder={decimalText(1_000, locale)}
        value={text}
        onChange={(event) => {
          setFinished(false);
          type(event.target.value);
        }}
        onBlur={() => setFinished(true)}
        className="text-lg"
      />
      <NoteField note={note} onNote={onNote} />
      <Breakdown money={money} amounts={amounts} recipient={nameInFull(request.user)} />
      <Button
        type="submit"
        size="lg"
        aria-disabled={amounts === null || undefined}
        variant={amounts ? "default" : "secondary"}
        className={cn(!amounts && "text-muted-foreground aria-disabled:opacity-100")}
      >
        {amounts ? t("submit", { amount: money(amounts.totalAmount) }) : t("choose")}
      </Button>
    </form>
  );

  function problemText(): string | undefined {
    if (parsed && "problem" in parsed)
      return parsed.problem === "amountDecimals" ? t("decimals") : amountLike(t("invalid"));
    return finished && parsed && cents === 0 ? t("invalid") : undefined;
  }
}
