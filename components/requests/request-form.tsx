"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { PhotoField } from "@/components/photos/photo-field";
import { isUnderWay } from "@/components/photos/photo-state";
import { AmountInput, decimalText } from "@/components/shared/amount-input";
import { Field } from "@/components/shared/field";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { BoostChoice } from "./boost-choice";
import { type Blocker, CreateBlocker } from "./create-blocker";
import { useCreateRequest } from "./use-create-request";

type Props = {
  viewerId: string;
  /** The highest goal of the person's tier, in cents (D7). */
  goalLimit: number;
  /** How many requests may be active (D8). */
  activeLimit: number;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  tier: Tier;
  blocker: Blocker | null;
};

/**
 * The form of a new request (specification 2, Create Request). What was typed stays after an error. At the limit of
 * active requests there is no form, only what can be done; what was typed comes back with it.
 */
export function RequestForm({ viewerId, goalLimit, activeLimit, boosts, tier, blocker: known }: Props) {
  const t = useTranslations("request.create");
  const locale = useLocale();
  const money = useMoney();
  const create = useCreateRequest({ viewerId, goalLimit });
  const { form, submit, keep, errors, blocker: met, kept, photo, pending } = create;
  const [typed, setTyped] = useState<{ item?: number; description?: number }>({});
  const used = (name: "item" | "description") => typed[name] ?? kept?.[name].length ?? 0;
  const blocker = met ?? known;
  const waiting = t(isUnderWay(photo.photo) ? "waitingForPhoto" : "submitting");

  if (blocker === "MAX_REQUESTS_REACHED") {
    return <CreateBlocker blocker={blocker} limit={activeLimit} tier={tier} met={met !== null} />;
  }
  return (
    // A new form when there is a draft, because the fields are uncontrolled.
    <form
      key={kept ? "kept" : "new"}
      ref={form}
      onSubmit={submit}
      onInput={keep}
      noValidate
      className="flex scroll-mt-24 flex-col gap-5"
    >
      {blocker && <CreateBlocker blocker={blocker} limit={activeLimit} tier={tier} met={met !== null} />}
      <Field
        label={t("item")}
        hint={<Hint text={t("itemHint")} counter={counter(used("item"), REQUEST_TEXTS.item.max)} />}
        error={errors.item}
      >
        {(control) => (
          <Input
            {...control}
            name="item"
            required
            maxLength={REQUEST_TEXTS.item.max}
            autoComplete="off"
            defaultValue={kept?.item}
            onChange={({ target }) => setTyped((before) => ({ ...before, item: target.value.length }))}
          />
        )}
      </Field>
      <Field label={t("amount")} hint={t("amountHint", { limit: money(goalLimit) })} error={errors.goal}>
        {(control) => (
          <AmountInput
            {...control}
            name="goal"
            required
            placeholder={decimalText(2_500, locale)}
            defaultValue={kept?.goal}
          />
        )}
      </Field>
      <PhotoField control={photo} />
      <Field
        label={t("description")}
        hint={
          <Hint
            text={t("descriptionHint")}
            counter={counter(used("description"), REQUEST_TEXTS.description.max)}
          />
        }
        error={errors.description}
      >
        {(control) => (
          <Textarea
            {...control}
            name="description"
            required
            rows={5}
            maxLength={REQUEST_TEXTS.description.max}
            defaultValue={kept?.description}
            onChange={({ target }) => setTyped((before) => ({ ...before, description: target.value.length }))}
          />
        )}
      </Field>
      <BoostChoice boosts={boosts} tier={tier} onLeave={keep} />
      <p className="text-muted-foreground">{t("payout", { percent: FEE_BASIS_POINTS / 100 })}</p>
      {pending && <Waiting text={waiting} later={waiting} />}
      <Button type="submit" size="lg" disabled={pending}>
        {t("submit")}
      </Button>
    </form>
  );

  function counter(used: number, max: number): string {
    return t("counter", { used, max });
  }
}

function Hint({ text, counter }: { text: string; counter: string }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-3">
      <span>{text}</span>
      <span className="tabular-nums">{counter}</span>
    </span>
  );
}
