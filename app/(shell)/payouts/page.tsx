import { FileDown, Landmark } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { GiftMeterCard } from "@/components/payouts/gift-meter";
import { moneySentence } from "@/components/payouts/money-sentence";
import { PayoutItem } from "@/components/payouts/payout-item";
import { ClientMessages } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { giftMeterOf, leftToAsk } from "@/lib/domain/gift-meter/meter";
import { listPayouts } from "@/lib/domain/payouts/list-payouts";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { STATEMENT_FORMATS } from "@/lib/domain/payouts/schema";
import { listStatementYears } from "@/lib/domain/payouts/year-statement";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";
import { requireViewer } from "@/lib/web/session";
import { startOver } from "@/lib/web/start-over";
import { titled } from "@/lib/web/titled";

const PAGE = 10;

export const generateMetadata = titled("payoutsPage.title");

/** Where a person's money is, what was paid out to them, and the statements of their years (payouts.md, Screens). */
export default async function PayoutsPage({ searchParams }: PageProps<"/payouts">) {
  const [viewer, { cursor }, t, format, money] = await Promise.all([
    requireViewer(),
    searchParams,
    getTranslations("payoutsPage"),
    getFormatter(),
    getMoney(),
  ]);
  const [payouts, page, years, meter] = await Promise.all([
    payoutsOf(db(), viewer),
    listPayouts(db(), viewer.id, {
      limit: PAGE,
      cursor: typeof cursor === "string" ? cursor : null,
    }).catch(startOver("/payouts")),
    listStatementYears(db(), viewer.id),
    giftMeterOf(db(), viewer),
  ]);
  const left = await leftToAsk(db(), viewer, meter);
  const counting = (
    <ClientMessages namespaces={["giftMeter", "myDonations"]}>
      <GiftMeterCard meter={meter} leftToAsk={left} />
    </ClientMessages>
  );
  if (payouts.received === 0) {
    return (
      <>
        <PageTitle title={t("title")} />
        <div className="flex flex-col gap-4">
          <EmptyState icon={Landmark} title={t("empty")} wayOn={{ href: "/request", text: t("ask") }} />
          {counting}
        </div>
      </>
    );
  }
  const day = (at: Date) => format.dateTime(at, DAY_FORMAT);
  const isTheirTurn = payouts.canAsk || (payouts.waiting > 0 && payouts.payee.waitsFor === "owner");
  return (
    <>
      <PageTitle title={t("title")} />
      <div className="flex flex-col gap-4">
        <Card className="space-y-4">
          <p className="text-lg">{moneySentence(payouts, { t, money, day })}</p>
          {payouts.onHold && <p>{t("onHold")}</p>}
          {isTheirTurn && (
            <Button asChild className="w-full">
              <Link href="/profile#payouts">{t(payouts.canAsk ? "askNow" : "settle")}</Link>
            </Button>
          )}
        </Card>
        <section className="space-y-2" aria-labelledby="list">
          <h2 id="list" className="text-lg font-semibold">
            {t("list")}
          </h2>
          {page.items.length === 0 ? (
            <p className="text-muted-foreground">{t("none")}</p>
          ) : (
            <ClientMessages namespaces={["gettingPaid.check"]}>
              <ul className="space-y-2">
                {page.items.map((payout) => (
                  <li key={payout.id}>
                    <PayoutItem payout={payout} money={money} />
                  </li>
                ))}
              </ul>
            </ClientMessages>
          )}
          {page.next !== null && (
            <Button asChild variant="outline" className="w-full">
              <Link href={`/payouts?cursor=${encodeURIComponent(page.next)}`}>{t("older")}</Link>
            </Button>
          )}
        </section>
        {years.length > 0 && <StatementLinks years={years} />}
        {counting}
      </div>
    </>
  );
}

/** Downloads of the statement of each year. */
function StatementLinks({ years }: { years: readonly number[] }) {
  const t = useTranslations("payoutsPage");
  return (
    <Card className="space-y-3">
      <CardTitle>{t("statements")}</CardTitle>
      <p className="text-muted-foreground">{t("statementsHint")}</p>
      <ul className="space-y-2">
        {years.map((year) => (
          <li key={year} className="flex flex-wrap gap-2 *:flex-1">
            {STATEMENT_FORMATS.map((format) => (
              <Button key={format} asChild variant="outline">
                <a href={`/api/payouts/statement?year=${year}&format=${format}`} download>
                  <FileDown aria-hidden />
                  {t("file", { year: String(year), format: format.toUpperCase() })}
                </a>
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
