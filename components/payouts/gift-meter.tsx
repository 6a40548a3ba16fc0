"use client";

import { Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DonationChart } from "@/components/charts/donation-chart";
import { AmountField, decimalText, useAmountLike } from "@/components/shared/amount-field";
import { DateText } from "@/components/shared/dates";
import { InputField } from "@/components/shared/field";
import { usePlatform } from "@/components/shared/platform";
import { typedInto } from "@/components/shared/use-action-form";
import { useChange } from "@/components/shared/use-change";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { ELSEWHERE_NOTE } from "@/lib/domain/gift-meter/rules";
import type { Elsewhere, GiftMeter, GiftMeterChange } from "@/lib/domain/gift-meter/schema";
import type { FieldProblem } from "@/lib/ground/errors";
import { parseTyped } from "@/lib/ground/money";
import { send } from "@/lib/web/http";

type Props = {
  meter: GiftMeter;
  /** What could still be asked for beside the open requests, in cents; null without a limit. */
  leftToAsk: number | null;
};

/**
 * What a person received in this calendar year, beside the limit of their benefit, for them alone (firsts.md,
 * Giftenmeter). Off until they switch it on.
 */
export function GiftMeterCard({ meter, leftToAsk }: Props) {
  const t = useTranslations("giftMeter");
  const money = useMoney();
  const { busy, change } = useChange();
  const put = (to: GiftMeterChange) => change(() => send("PUT", "/api/gift-meter", to));
  const { on, year, limit, left, byMonth, givers } = meter;
  const counted = byMonth.reduce((sum, amount) => sum + amount, 0);

  if (!on) {
    return (
      <Card className="space-y-3">
        <CardTitle>{t("title")}</CardTitle>
        <p className="text-muted-foreground">{t("offer")}</p>
        <Button variant="outline" pending={busy} onClick={() => !busy && void put({ on: true })}>
          {t("start")}
        </Button>
      </Card>
    );
  }
  return (
    <Card className="space-y-4">
      <CardTitle>{t("titleOf", { year: String(year) })}</CardTitle>
      {meter.unreadable && <p className="font-semibold">{t("unreadable")}</p>}
      <div className="space-y-2">
        <p className="text-lg tabular-nums">
          {limit === null
            ? t("received", { amount: money(counted) })
            : t("receivedOf", { amount: money(counted), limit: money(limit) })}
        </p>
        {limit !== null && left !== null && (
          <>
            <Progress value={Math.min(100, (counted / limit) * 100)} label={t("bar")} done={left < 0} />
            <p className="font-semibold">
              {left >= 0 ? t("left", { amount: money(left) }) : t("passed", { amount: money(-left) })}
            </p>
            {left >= 0 && leftToAsk !== null && leftToAsk < 0 && (
              <p>{t("openPasses", { amount: money(-leftToAsk) })}</p>
            )}
          </>
        )}
        {givers.map(({ donationIds, amount }) => (
          <p key={donationIds[0]}>{t("oneGiver", { amount: money(amount) })}</p>
        ))}
      </div>
      <DonationChart
        months={byMonth.map((given, month) => ({
          start: `${year}-${String(month + 1).padStart(2, "0")}-01`,
          given,
        }))}
        money={money}
        caption={t("byMonth")}
        table={{ caption: t("byMonth"), amount: t("amount") }}
      />
      <FromElsewhere meter={meter} busy={busy} put={put} />
      <OwnLimit meter={meter} busy={busy} put={put} />
      <p className="text-sm text-muted-foreground">{t("noAdvice")}</p>
      <Button
        variant="ghost"
        className="text-sm text-muted-foreground"
        onClick={() => !busy && void put({ on: false })}
      >
        {t("stop")}
      </Button>
    </Card>
  );
}

type PartProps = { meter: GiftMeter; busy: boolean; put: (change: GiftMeterChange) => Promise<boolean> };

/** Reads the amount of a form's field, in cents. Null for none, which `error` says, and the field gets the focus. */
function useTypedAmount(name: string) {
  const problem = useTranslations("errors.fields");
  const amountLike = useAmountLike();
  const { currency } = usePlatform();
  const [error, setError] = useState<string | null>(null);
  function read(form: HTMLFormElement): number | null {
    const input = form.elements.namedItem(name) as HTMLInputElement;
    const amount = parseTyped(input.value, currency);
    const isTyped = "cents" in amount && amount.cents > 0;
    setError(isTyped ? null : textOf("problem" in amount ? amount.problem : "amountInvalid"));
    if (!isTyped) input.focus();
    return isTyped ? amount.cents : null;
  }
  const textOf = (what: FieldProblem) =>
    what === "amountInvalid" ? amountLike(problem(what)) : problem(what);
  return { error, read };
}

/** Amounts that the person received elsewhere, as they write them. */
function FromElsewhere({ meter: { elsewhere }, busy, put }: PartProps) {
  const t = useTranslations("giftMeter");
  const typedAmount = useTypedAmount("amount");
  const money = useMoney();
  const save = (list: readonly Elsewhere[]) => put({ on: true, elsewhere: [...list] });

  async function add(form: HTMLFormElement) {
    const typed = typedInto(form);
    const fields = new FormData(form);
    const amount = typedAmount.read(form);
    const date = String(fields.get("date"));
    if (amount === null || date === "") return;
    const entry = { date, amount, note: String(fields.get("note")).trim() };
    const isSaved = await save([...elsewhere, entry].sort((a, b) => (a.date < b.date ? -1 : 1)));
    // Another one may be typed by now.
    if (isSaved && typedInto(form) === typed) form.reset();
  }

  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        {t("elsewhere", { count: elsewhere.length })}
      </summary>
      <div className="space-y-4 pt-2">
        <ul className="divide-y empty:hidden">
          {elsewhere.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be the same.
            <li key={at} className="flex items-center justify-between gap-3 py-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <DateText value={entry.date} /> {entry.note}
              </span>
              <span className="ml-auto shrink-0 tabular-nums">{money(entry.amount)}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={t("remove", { amount: money(entry.amount) })}
                onClick={() => !busy && void save(elsewhere.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
        <form
          method="post"
          className="grid gap-3 sm:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void add(event.currentTarget);
          }}
        >
          <InputField label={t("date")} type="date" name="date" required />
          <AmountField label={t("amount")} error={typedAmount.error} name="amount" required />
          <InputField label={t("note")} name="note" maxLength={ELSEWHERE_NOTE.max} autoComplete="off" />
          <Button type="submit" variant="outline" pending={busy} className="self-end">
            {t("add")}
          </Button>
        </form>
      </div>
    </details>
  );
}

/** A limit of one's own, because municipalities differ. */
function OwnLimit({ meter: { limit, limitIsOwn }, busy, put }: PartProps) {
  const t = useTranslations("giftMeter");
  const typedAmount = useTypedAmount("limit");
  const locale = useLocale();
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{t("ownLimit")}</summary>
      <form
        method="post"
        className="flex flex-wrap items-end gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = typedAmount.read(event.currentTarget);
          if (!busy && typed !== null) void put({ on: true, limit: typed });
        }}
      >
        <div className="grow">
          <AmountField
            label={t("limit")}
            hint={t("limitHint")}
            error={typedAmount.error}
            name="limit"
            required
            defaultValue={limitIsOwn && limit !== null ? decimalText(limit, locale) : ""}
          />
        </div>
        <Button type="submit" variant="outline" pending={busy}>
          {t("save")}
        </Button>
        {limitIsOwn && (
          <Button variant="ghost" onClick={() => !busy && void put({ on: true, limit: null })}>
            {t("knownLimit")}
          </Button>
        )}
      </form>
    </details>
  );
}
