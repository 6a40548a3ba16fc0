import { useTranslations } from "next-intl";
import { DonationChart } from "@/components/charts/donation-chart";
import { HelpedPeople } from "@/components/charts/helped";
import { PlaceChart } from "@/components/charts/place-chart";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card, CardTitle } from "@/components/ui/card";
import type { Helped } from "@/lib/domain/donations/types";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";

type Props = { months: readonly DonationMonth[]; helped: Helped; money: FormatMoney };

/** What a person gave, as pictures for themself alone (D37); nothing for who gave nothing lately. */
export function MyDonations({ months, helped, money }: Props) {
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
    </Card>
  );
}
