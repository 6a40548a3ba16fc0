import { CircleCheck, CircleX, Clock, Landmark, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { Disclosure } from "@/components/shared/disclosure";
import { personHref } from "@/components/shared/person-name";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card } from "@/components/ui/card";
import { DESTINATION } from "@/lib/domain/payouts/rules";
import type { ListedPayout } from "@/lib/domain/payouts/types";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";
import type { PayoutState } from "@/lib/ground/vocabulary";
import { CheckNowButton } from "./buttons";

const ICON: Record<PayoutState, LucideIcon> = {
  created: Clock,
  sent: Landmark,
  on_the_way: Landmark,
  paid: CircleCheck,
  failed: CircleX,
};

type Props = { payout: ListedPayout; money: FormatMoney };

/** A payout with its state in words, and its donations folded away. */
export function PayoutItem({ payout, money }: Props) {
  const t = useTranslations("payoutsPage");
  const { amount, state, donations, more, createdAt } = payout;
  const Icon = ICON[state];
  return (
    <Card className="space-y-2">
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-foreground">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
            <span className="text-lg">{money(amount)}</span>
            <span>{t(`states.${state}`)}</span>
          </h3>
          <State payout={payout} />
        </div>
      </div>
      {donations.length > 0 && (
        <Disclosure
          summary={
            <span>
              {t("donations", { count: donations.length + more })} ·{" "}
              <DateText value={createdAt.toISOString()} />
            </span>
          }
          summaryClass="text-muted-foreground"
        >
          <ul className="divide-y">
            {donations.map((donation) => (
              <PaidDonation key={donation.id} donation={donation} money={money} />
            ))}
            {more > 0 && <li className="py-2 text-sm text-muted-foreground">{t("more", { count: more })}</li>}
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}

function State({ payout }: Pick<Props, "payout">) {
  const { state, arrivesOn, paidAt, traceId, failure, remedy, provider } = payout;
  const t = useTranslations("payoutsPage");
  const mail = useTranslations("mail.payout_failed");
  const format = useFormatter();
  if (failure !== null) {
    const to = DESTINATION[provider];
    const asksOwner = remedy === "another_account" || remedy === "same_account";
    return (
      <div className="space-y-2 text-sm">
        <p>
          {mail("reason", { reason: to === "paypal" ? to : failure })}{" "}
          {mail("next", { remedy: remedy ?? "other", to })}{" "}
          {asksOwner && (
            <Link href="/profile#payouts" className="font-medium underline underline-offset-4">
              {mail("action")}
            </Link>
          )}
        </p>
        {remedy === "same_account" && <CheckNowButton isRetry />}
      </div>
    );
  }
  if (state === "paid" && paidAt !== null) {
    return (
      <p className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
        {t("arrived", { day: format.dateTime(paidAt, DAY_FORMAT) })}
        {traceId !== null && ` ${t("trace", { id: traceId })}`}
      </p>
    );
  }
  if (arrivesOn === null) return null;
  // A calendar date, which is the same day everywhere.
  const day = format.dateTime(new Date(arrivesOn), { ...DAY_FORMAT, timeZone: "UTC" });
  return <p className="text-sm text-muted-foreground">{t("arrives", { day })}</p>;
}

function PaidDonation({
  donation,
  money,
}: {
  donation: ListedPayout["donations"][number];
  money: FormatMoney;
}) {
  const shared = useTranslations("shared");
  const notifications = useTranslations("notifications");
  const { donorName, guestName, donorErased, request, amount } = donation;
  const nameless = donorErased ? shared("deletedUser") : notifications("anonymous");
  const donor =
    donorName === null ? (
      (guestName ?? nameless)
    ) : (
      <Link href={personHref(donorName)} prefetch={false} className="underline-offset-4 hover:underline">
        @{donorName}
      </Link>
    );
  return (
    <li className="flex items-baseline justify-between gap-3 py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{donor}</span>
        <span className="block text-sm text-muted-foreground">
          {request === null ? (
            shared("deletedRequest")
          ) : (
            <Link
              href={`/?request=${request.id}`}
              prefetch={false}
              className="underline-offset-4 hover:underline"
            >
              {request.title}
            </Link>
          )}
        </span>
      </span>
      <span className="shrink-0 tabular-nums">{money(amount)}</span>
    </li>
  );
}
