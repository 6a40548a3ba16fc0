import { FileDown, HandHeart, Image as ImageIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DonationChart } from "@/components/charts/donation-chart";
import { DonationItem } from "@/components/given/donation-item";
import { ClientMessages } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import type { FormatMoney } from "@/components/shared/use-money";
import { PageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { findYearGiven, listGiven, listYearsGiven } from "@/lib/domain/given/given";
import { YEAR_FORMATS, type YearGiven } from "@/lib/domain/given/schema";
import { findMe } from "@/lib/domain/users/queries";
import { payments } from "@/lib/web/payments";
import { requireViewer } from "@/lib/web/session";
import { startOver } from "@/lib/web/start-over";
import { titled } from "@/lib/web/titled";

const PAGE = 20;

export const generateMetadata = titled("gifts.title");

/** What a person gave, what became of each donation, and the picture of a year (giving.md). */
export default async function GivenPage({ searchParams }: PageProps<"/gifts">) {
  const [viewer, { cursor, year }, t, money] = await Promise.all([
    requireViewer(),
    searchParams,
    getTranslations("gifts"),
    getMoney(),
  ]);
  const [me, page, years] = await Promise.all([
    findMe(db(), viewer.id),
    listGiven(payments(), viewer.id, {
      limit: PAGE,
      cursor: typeof cursor === "string" ? cursor : null,
    }).catch(startOver("/gifts")),
    listYearsGiven(db(), viewer.id),
  ]);
  const [latest] = years;
  const shown = years.find((each) => String(each) === year) ?? latest;
  const given = shown === undefined ? null : await findYearGiven(db(), viewer.id, shown);
  return (
    <>
      <PageTitle title={t("title")} />
      {page.items.length === 0 && given === null ? (
        <EmptyState icon={HandHeart} title={t("empty")} wayOn={{ href: "/", text: t("find") }} />
      ) : (
        <div className="flex flex-col gap-4">
          {given && <Year given={given} years={years} money={money} />}
          <ClientMessages namespaces={["gifts", "takeBack", "errors", "common"]}>
            <ul className="space-y-2">
              {page.items.map((donation) => (
                <li key={donation.donationId}>
                  <DonationItem donation={donation} isAnonymousProfile={me.anonymousProfile} money={money} />
                </li>
              ))}
            </ul>
          </ClientMessages>
          {page.next !== null && (
            <Button asChild variant="outline" className="w-full">
              <Link href={`/gifts?cursor=${encodeURIComponent(page.next)}`}>{t("older")}</Link>
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type YearProps = { given: YearGiven; years: readonly number[]; money: FormatMoney };

function Year({ given: { year, people, months }, years, money }: YearProps) {
  const t = useTranslations("gifts");
  const total = months.reduce((sum, { given }) => sum + given, 0);
  return (
    <Card className="space-y-4">
      {years.length > 1 && (
        <nav aria-label={t("years")} className="flex flex-wrap gap-2">
          {years.map((each) => (
            <Button key={each} asChild size="sm" variant={each === year ? "default" : "outline"}>
              <Link href={`/gifts?year=${each}`} aria-current={each === year ? "true" : undefined}>
                {each}
              </Link>
            </Button>
          ))}
        </nav>
      )}
      <p className="text-lg font-semibold">{t("picture", { year: String(year), people })}</p>
      <DonationChart
        months={months}
        money={money}
        caption={t("inYear", { amount: money(total), year: String(year) })}
      />
      <div className="flex flex-wrap gap-2 *:flex-1">
        {YEAR_FORMATS.map((format) => {
          const Icon = format === "csv" ? FileDown : ImageIcon;
          return (
            <Button key={format} asChild variant="outline">
              <a href={`/api/gifts/year?year=${year}&format=${format}`} download>
                <Icon aria-hidden />
                {t(`files.${format}`)}
              </a>
            </Button>
          );
        })}
      </div>
    </Card>
  );
}
