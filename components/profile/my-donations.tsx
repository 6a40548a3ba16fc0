import Link from "next/link";
import { useTranslations } from "next-intl";
import { DonationChart } from "@/components/charts/donation-chart";
import { PlaceChart } from "@/components/charts/place-chart";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DateText } from "@/components/shared/dates";
import { TakeBack } from "@/components/shared/take-back";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card, CardTitle } from "@/components/ui/card";
import type { Helped } from "@/lib/domain/donations/types";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";
import type { Takeable } from "@/lib/domain/payouts/types";

type Props = {
  months: readonly DonationMonth[];
  helped: Helped;
  takeable: readonly Takeable[];
  money: FormatMoney;
};

/** What a person gave, as pictures for themself alone (D37); nothing for who gave nothing lately. */
export function MyDonations({ months, helped, takeable, money }: Props) {
  const t = useTranslations("myDonations");
  if (helped.people === 0 && months.every(({ given }) => given === 0)) return null;
  return (
    <Card className="space-y-5">
      <CardTitle>{t("title")}</CardTitle>
      <div className="grid gap-6 empty:hidden sm:grid-cols-2">
        <DonationChart months={months} money={money} />
        <PlaceChart months={months} />
      </div>
      <HelpedPeople {...helped} />
      <StillWaiting takeable={takeable} money={money} />
    </Card>
  );
}

/** The donations that can still be taken back (giving.md). */
function StillWaiting({ takeable, money }: Pick<Props, "takeable" | "money">) {
  const t = useTranslations("takeBack");
  const shared = useTranslations("shared");
  if (takeable.length === 0) return null;
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{t("open")}</h3>
      <ul className="divide-y">
        {takeable.map(({ donationId, item, amount, until }) => (
          <li key={donationId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <p className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <span className="font-medium">
                {money(amount)} · {item ?? shared("deletedRequest")}
              </span>
              <span className="block text-sm text-muted-foreground">
                {t.rich("until", { date: () => <DateText value={until} /> })}
              </span>
            </p>
            <TakeBack donationId={donationId} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whom a person helped: the pictures of the latest requests that they gave to; nothing when nobody. */
function HelpedPeople({ people, isMore, requests }: Helped) {
  const t = useTranslations("myDonations");
  if (people === 0) return null;
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{t(isMore ? "helpedMore" : "helped", { people })}</h3>
      <ul className="flex flex-wrap gap-2">
        {requests.map(({ id, item, photoUrl, emoji, donations }) => (
          <li key={id} className="relative">
            <Link
              href={`/?request=${id}`}
              prefetch={false}
              aria-label={t("helpedWith", { item, donations })}
              className="grid size-14 place-items-center overflow-hidden rounded-xl border bg-muted text-[24px] leading-none"
            >
              {photoUrl === null ? (
                <span aria-hidden>{emoji}</span>
              ) : (
                <RequestPhoto photoUrl={photoUrl} item={item} shape="tile" />
              )}
            </Link>
            {donations > 1 && (
              <span
                aria-hidden
                className="pointer-events-none absolute -top-1.5 -right-1.5 rounded-full bg-primary px-1.5 text-xs font-bold text-primary-foreground tabular-nums"
              >
                {donations}×
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
