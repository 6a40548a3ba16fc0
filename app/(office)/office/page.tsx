import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Due } from "@/components/office/due";
import { DateText, DateTimeText } from "@/components/shared/dates";
import { PageTitle } from "@/components/shell/page-title";
import { cn } from "@/components/ui/cn";
import { db } from "@/db/client";
import { type Figure, type Figures, today } from "@/lib/domain/operator/queries";
import { now } from "@/lib/ground/clock";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("office.nav.today");

/** Where the work behind each figure is done. */
const PLACES = {
  reports: "/office/reports",
  overdue: "/office/reports?due=overdue",
  reviews: "/office/review",
  appeals: "/office/decisions?appeal=open",
  approvals: "/office/waiting",
  payouts: "/office/payouts",
  refunds: "/office/books",
  mails: "/office/mail",
} as const satisfies Record<keyof Omit<Figures, "books">, string>;

/** What waits, by deadline, each figure a link to where it is done (safety.md, The office). */
export default async function TodayPage() {
  const operator = await requireOffice();
  const [{ books, ...figures }, t] = await Promise.all([today(db(), operator), getTranslations("office")]);
  const at = now();
  const cards = (Object.keys(PLACES) as (keyof typeof PLACES)[])
    .map((what) => ({ what, ...figures[what] }))
    .filter(({ what, count }) => what !== "overdue" || count > 0)
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
  return (
    <>
      <PageTitle title={t("nav.today")} />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map(({ what, count, first }) => (
          <Place key={what} href={PLACES[what]} name={t(`today.${what}`)} count={count}>
            {first === null ? (
              t("today.nothing")
            ) : what === "reports" ? (
              <>
                {t("today.next")} <Due at={first} now={at} />
              </>
            ) : (
              <>
                {t("today.since")} <DateTimeText value={first.toISOString()} />
              </>
            )}
          </Place>
        ))}
        <Place href="/office/books" name={t("today.books")} count={books?.findings ?? null}>
          {books === null ? (
            t("today.unchecked")
          ) : (
            <>
              {t("today.checked")} <DateText value={`${books.day}T12:00:00Z`} />
            </>
          )}
        </Place>
      </ul>
    </>
  );
}

/** What has a deadline first, then what waits longest; what does not wait last. */
function urgencyOf({ what, count, first }: Figure & { what: keyof typeof PLACES }): number {
  if (count === 0 || first === null) return Number.MAX_SAFE_INTEGER;
  return what === "overdue" ? 0 : first.getTime();
}

type PlaceProps = { href: string; name: string; count: number | null; children: React.ReactNode };

function Place({ href, name, count, children }: PlaceProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex h-full flex-col gap-1 rounded-2xl border bg-card p-4 hover:border-primary"
      >
        <span className="font-semibold">{name}</span>
        <span
          className={cn("text-3xl font-bold tabular-nums", !count && "font-medium text-muted-foreground")}
        >
          {count ?? "–"}
        </span>
        <span className="text-sm text-muted-foreground">{children}</span>
      </Link>
    </li>
  );
}
