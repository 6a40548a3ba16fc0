"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { PhotoField } from "@/components/photos/photo-field";
import { isUnderWay } from "@/components/photos/photo-state";
import { AmountField, decimalText } from "@/components/shared/amount-field";
import { InputField, TextareaField } from "@/components/shared/field";
import { usePlatform } from "@/components/shared/platform";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { passesBy } from "@/lib/domain/gift-meter/rules";
import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import { FEE_BASIS_POINTS, parseTyped } from "@/lib/ground/money";
import type { BoostType } from "@/lib/ground/vocabulary";
import { BoostChoice } from "./boost-choice";
import { CardPreview } from "./card-preview";
import { CategoryField } from "./category-field";
import { type Blocker, CreateBlocker } from "./create-blocker";
import { draftRequest, EXAMPLE_GOAL, type Requester } from "./draft-request";
import { PayoutQuestion } from "./payout-question";
import { PlaceField } from "./place-field";
import { useCreateRequest } from "./use-create-request";

type Props = {
  requester: Requester;
  /** What can be asked for without passing the limit of the person's gift meter, in cents; null without one. */
  leftToAsk: number | null;
  /** The highest goal of the person's tier, in cents (D7). */
  goalLimit: number;
  /** How many requests may be active (D8). */
  activeLimit: number;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  blocker: Blocker | null;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/**
 * The form of a new request beside its card (specification 2, Create Request). What was typed stays after an error. At
 * the limit of active requests there is no form, only what can be done; what was typed comes back with it.
 */
export function RequestForm({
  requester,
  leftToAsk,
  goalLimit,
  activeLimit,
  boosts,
  blocker: known,
  renderedAt,
}: Props) {
  const t = useTranslations("request.create");
  const locale = useLocale();
  const money = useMoney();
  const create = useCreateRequest({ viewerId: requester.id, goalLimit });
  const { form, submit, keep, errors, blocker: met, kept, filled, photo, pending } = create;
  const tier = requester.subscriptionTier;
  const blocker = met ?? known;
  const waiting = t(isUnderWay(photo.photo) ? "waitingForPhoto" : "submitting");

  if (blocker === "MAX_REQUESTS_REACHED") {
    return <CreateBlocker blocker={blocker} limit={activeLimit} tier={tier} met={met !== null} />;
  }
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      {/* A new form when there is a draft, because the fields are uncontrolled. */}
      <form
        method="post"
        key={kept ? "kept" : "new"}
        ref={form}
        onSubmit={(event) => void submit(event)}
        onInput={keep}
        noValidate
        className="flex min-w-0 scroll-mt-24 flex-col gap-5"
      >
        {blocker && blocker !== "PAYMENT_METHOD_REQUIRED" && (
          <CreateBlocker blocker={blocker} limit={activeLimit} tier={tier} met={met !== null} />
        )}
        <PhotoField control={photo} />
        <InputField
          label={t("item")}
          hint={<Hint name="item" filled={filled} />}
          error={errors.item}
          name="item"
          required
          maxLength={REQUEST_TEXTS.item.max}
          autoComplete="off"
          defaultValue={kept?.item}
        />
        <AmountField
          label={t("amount")}
          hint={t("amountHint", { limit: money(goalLimit) })}
          error={errors.goal}
          name="goal"
          required
          placeholder={decimalText(EXAMPLE_GOAL, locale)}
          defaultValue={kept?.goal}
        />
        <MeterNotice typed={filled?.get("goal")} left={leftToAsk} />
        <TextareaField
          label={t("description")}
          hint={<Hint name="description" filled={filled} />}
          error={errors.description}
          name="description"
          required
          rows={5}
          maxLength={REQUEST_TEXTS.description.max}
          defaultValue={kept?.description}
        />
        <CategoryField defaultValue={kept?.category} />
        <PlaceField placeId={kept?.placeId} town={kept?.place} error={errors.placeId} />
        <BoostChoice boosts={boosts} tier={tier} onLeave={keep} />
        <PayoutQuestion
          isOpen={[known, met].includes("PAYMENT_METHOD_REQUIRED")}
          isMissing={met === "PAYMENT_METHOD_REQUIRED"}
        />
        <p className="text-muted-foreground">{t("payout", { percent: FEE_BASIS_POINTS / 100 })}</p>
        {pending && <Waiting text={waiting} later={waiting} />}
        <Button type="submit" size="lg" pending={pending}>
          {t("submit")}
        </Button>
      </form>
      <DraftPreview filled={filled} requester={requester} photo={photo.preview} renderedAt={renderedAt} />
    </div>
  );
}

/** What belongs into a field; once something is typed, how much of it fits. */
function Hint({ name, filled }: { name: keyof typeof REQUEST_TEXTS; filled: FormData | null }) {
  const t = useTranslations("request.create");
  const used = String(filled?.get(name) ?? "").length;
  return (
    <span className="flex flex-wrap justify-between gap-x-3">
      <span>{t(`${name}Hint`)}</span>
      {used > 0 && (
        <span className="tabular-nums">{t("counter", { used, max: REQUEST_TEXTS[name].max })}</span>
      )}
    </span>
  );
}

type MeterNoticeProps = {
  /** The goal as it is typed. */
  typed: FormDataEntryValue | null | undefined;
  /** What can be asked for without passing the limit, in cents; null without one. */
  left: number | null;
};

/** What a goal may mean for somebody who counts what they receive (firsts.md, Giftenmeter): they alone see it. */
function MeterNotice({ typed, left }: MeterNoticeProps) {
  const t = useTranslations("giftMeter.ask");
  const money = useMoney();
  const { currency } = usePlatform();
  const goal = parseTyped(String(typed ?? ""), currency);
  const by = "cents" in goal ? passesBy(goal.cents, left) : null;
  return (
    <div aria-live="polite" className="rounded-xl bg-accent-soft p-4 text-accent-foreground empty:hidden">
      {by !== null && (
        <>
          <p className="font-semibold">{t("passes", { amount: money(by) })}</p>
          <p>{t("ways")}</p>
        </>
      )}
    </div>
  );
}

type DraftPreviewProps = {
  /** What the form contains; null until the page is interactive. */
  filled: FormData | null;
  requester: Requester;
  /** The chosen photo's address in this browser. */
  photo: string | null;
  /** When the page was rendered, in milliseconds: the server and the browser write the same. */
  renderedAt: number;
};

/** The card of a request that is being written, as the feed will show it; nothing in it can be pressed. */
function DraftPreview({ filled, requester, photo, renderedAt }: DraftPreviewProps) {
  const t = useTranslations("request.create.preview");
  const money = useMoney();
  const { currency } = usePlatform();
  const request = draftRequest({
    form: filled,
    requester,
    photoUrl: photo,
    emojiOf: useItemEmoji(),
    instead: { item: t("item"), description: t("description") },
    at: new Date(renderedAt),
    currency,
  });
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-20 lg:self-start">
      <h2 id="preview" className="mb-2 font-semibold">
        {t("title")}
      </h2>
      <div inert>
        <CardPreview request={request} money={money} renderedAt={renderedAt} heading="h3" />
      </div>
    </section>
  );
}

type EmojiOf = (item: string, id: string) => string;

/** Chooses the emoji of an item. Its list of words is fetched after the page; until then it is a neutral one. */
function useItemEmoji(): EmojiOf {
  const [choose, setChoose] = useState<EmojiOf>(() => () => "💚");
  useEffect(() => {
    import("@/lib/domain/requests/emoji-rules").then(
      ({ itemEmoji }) => setChoose(() => itemEmoji),
      () => undefined,
    );
  }, []);
  return choose;
}
