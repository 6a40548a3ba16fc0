import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { BooksChart } from "@/components/open-books/books-chart";
import { VERIFIER } from "@/components/open-books/check-proof";
import { Night } from "@/components/open-books/night";
import { DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { listBookMonths, listNights } from "@/lib/domain/open-books/queries";
import type { PublishedNight } from "@/lib/domain/open-books/schema";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";

const MONTHS = 12;
const NIGHTS = 10;
const TOTALS = ["given", "arrived", "returned", "fees"] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("openBooks");
  return { title: t("title"), description: t("intro") };
}

/** The books for everybody (firsts.md, Open kas): what was given, paid out, waits, went back and cost. */
export default async function OpenBooksPage() {
  const t = await getTranslations("openBooks");
  const [{ items: nights }, months, money] = await Promise.all([
    listNights(db(), { limit: NIGHTS }),
    listBookMonths(db(), periodStarts(now(), env().timeZone).monthly),
    getMoney(),
  ]);
  const [newest] = nights;
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="text-muted-foreground">{t("intro")}</p>
      </div>
      {newest ? (
        <>
          <Card className="space-y-4">
            <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4">
              {TOTALS.map((name) => (
                <div key={name}>
                  <dt className="text-sm text-muted-foreground">{t(`columns.${name}`)}</dt>
                  <dd className="text-xl font-bold whitespace-nowrap tabular-nums">
                    {money(months.reduce((sum, month) => sum + month[name], 0))}
                  </dd>
                </div>
              ))}
            </dl>
            <BooksChart months={months.slice(-MONTHS)} money={money} />
          </Card>
          <Card className="space-y-2">
            <CardTitle>{t("owedTitle")}</CardTitle>
            <p>{t("owed", { amount: money(newest.owed) })}</p>
            {newest.held.map(({ provider, amount, askedAt }) => (
              <p key={provider}>
                {t.rich(amount === null ? "heldUnknown" : "held", {
                  provider: PROVIDERS[provider] ?? provider,
                  amount: money(amount ?? 0),
                  time: () => <DateTimeText value={askedAt} />,
                })}
              </p>
            ))}
            {hasMore(newest) && <p>{t("more")}</p>}
            {newest.madeUp > 0 && (
              <p className="font-medium">{t("madeUp", { amount: money(newest.madeUp) })}</p>
            )}
          </Card>
          <Card className="space-y-3">
            <CardTitle>{t("nights")}</CardTitle>
            <ul className="divide-y">
              {nights.map((night) => (
                <PublishedItem key={night.night} night={night} />
              ))}
            </ul>
            <p className="text-sm">
              <a href="/api/open-books?limit=100" className="underline underline-offset-4">
                {t("asFile")}
              </a>
            </p>
          </Card>
        </>
      ) : (
        <Card>{t("none")}</Card>
      )}
      <Card className="space-y-3">
        <CardTitle>{t("how.title")}</CardTitle>
        <p>{t("how.what")}</p>
        <p>
          {t.rich("how.own", {
            gifts: (text) => (
              <Link href="/gifts" prefetch={false} className="underline underline-offset-4">
                {text}
              </Link>
            ),
          })}
        </p>
        <p>
          {t.rich("how.offline", {
            program: (text) => (
              <a href={VERIFIER} download className="underline underline-offset-4">
                {text}
              </a>
            ),
          })}
        </p>
      </Card>
    </div>
  );
}

/** Whether the providers together have more than is owed, as far as all of them answered. */
function hasMore({ held, owed }: PublishedNight): boolean {
  const amounts = held.map(({ amount }) => amount ?? Number.NaN);
  return amounts.reduce((sum, amount) => sum + amount, 0) > owed;
}

const PROVIDERS: Record<string, string> = { stripe: "Stripe", paypal: "PayPal" };

async function PublishedItem({ night }: { night: PublishedNight }) {
  const t = await getTranslations("openBooks");
  return (
    <li className="py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <Night night={night.night} />
        <span className="text-muted-foreground">{t("entries", { count: night.size })}</span>
      </p>
      <p className="font-mono text-xs break-all text-muted-foreground">{night.root}</p>
      {night.restored && (
        <p className="font-medium">
          {t.rich("restored", { night: () => <Night night={night.restored?.night ?? night.night} /> })}
        </p>
      )}
    </li>
  );
}
