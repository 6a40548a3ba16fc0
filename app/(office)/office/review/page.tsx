import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Filters, Pager } from "@/components/office/filters";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PersonLink } from "@/components/office/person-link";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { listReviews } from "@/lib/domain/operator/queries";
import { REVIEW_RULES, type ReviewRule } from "@/lib/domain/safety/review-rules";
import { askedOf, chosenOf, pageOf } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

const PATH = "/office/review";
const SHOWN = 50;
const RULES = Object.keys(REVIEW_RULES) as ReviewRule[];

export const generateMetadata = titled("office.nav.review");

/** The requests whose money rules hold until an operator has reviewed them, the longest held first. */
export default async function ReviewsPage({ searchParams }: PageProps<"/office/review">) {
  const operator = await requireOffice();
  const [search, t, money] = await Promise.all([searchParams, getTranslations("office"), getMoney()]);
  const rule = chosenOf(search, "rule", RULES);
  const cursor = askedOf(search, "cursor");
  const { items, next } = await pageOf(
    listReviews(db(), { rule, limit: SHOWN, cursor, reader: operator.id }),
  );
  return (
    <>
      <PageTitle title={t("nav.review")} />
      <Filters
        path={PATH}
        filters={[
          {
            name: "rule",
            label: t("review.fired"),
            value: rule,
            options: RULES.map((value) => ({ value, label: t(`review.rules.${value}`) })),
          },
        ]}
      />
      <OfficeTable
        label={t("nav.review")}
        rows={items}
        keyOf={({ request }) => request.id}
        empty={t("review.none")}
        columns={[
          [
            t("review.request"),
            ({ request }) => (
              <Link href={`${PATH}/${request.id}`} prefetch={false} className="font-medium underline">
                {request.item}
              </Link>
            ),
          ],
          [t("subject.person"), ({ request }) => <PersonLink username={request.owner.username} />],
          [
            t("review.fired"),
            ({ flags }) =>
              flags
                .filter(({ clearedAt }) => clearedAt === null)
                .map((flag) => t(`review.rules.${flag.rule}`))
                .join(", "),
          ],
          [t("review.points"), ({ points }) => points, NUMBER],
          [t("review.held"), ({ held }) => money(held), NUMBER],
          [t("today.since"), ({ since }) => since],
        ]}
      />
      <Pager path={PATH} query={{ rule }} cursor={cursor} next={next} />
    </>
  );
}
