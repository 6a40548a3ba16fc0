import Link from "next/link";
import { useTranslations } from "next-intl";
import { DonationChart } from "@/components/charts/donation-chart";
import { PlaceChart } from "@/components/charts/place-chart";
import { RequestPhoto } from "@/components/photos/request-photo";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import type { Helped } from "@/lib/domain/donations/types";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";

type Props = {
  months: readonly DonationMonth[];
  helped: Helped;
  money: FormatMoney;
};

/** What a person gave, as pictures for themself alone (D37); nothing for who gave nothing lately. */
export function MyDonations({ months, helped, money }: Props) {
  const t = useTranslations("myDonations");
  if (helped.people === 0 && months.every(({ given }) => given === 0)) return null;
  return (
    <Card className="space-y-5">
      <CardTitle>{t("title")}</CardTitle>
      <div className="grid gap-6 empty:hidden sm:grid-cols-2">
        <DonationChart
          months={months}
          money={money}
          caption={t("lastMonths", { amount: money(months.reduce((sum, { given }) => sum + given, 0)) })}
        />
        <PlaceChart months={months} />
      </div>
      <HelpedPeople {...helped} />
      <Button asChild variant="outline" className="w-full">
        <Link href="/gifts">{t("all")}</Link>
      </Button>
    </Card>
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
