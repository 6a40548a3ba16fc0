import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OfficeTable } from "@/components/office/office-table";
import { OfficeLink } from "@/components/office/refs";
import { DateText } from "@/components/shared/dates";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { type Found, search as searchFor } from "@/lib/domain/operator/search";
import { askedOf } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

/** Longer is no name and no id. */
const MAX = 255;

export const generateMetadata = titled("office.search.title");

/** Leads to what an operator searches for, or lists the people whose username begins so. */
export default async function SearchPage({ searchParams }: PageProps<"/office/search">) {
  await requireOffice();
  const [query, t] = await Promise.all([searchParams, getTranslations("office.search")]);
  const text = (askedOf(query, "q") ?? "").slice(0, MAX);
  const found = await searchFor(db(), text);
  if (found.kind !== "people") redirect(placeOf(found));
  return (
    <>
      <PageTitle title={t("title")} />
      <OfficeTable
        label={t("people")}
        rows={found.people}
        keyOf={({ id }) => id}
        empty={t("none")}
        columns={[
          [
            t("person"),
            ({ username, name }) => (
              <>
                <OfficeLink href={`/office/people/${username}`}>@{username}</OfficeLink> {name}
              </>
            ),
          ],
          [t("since"), ({ createdAt }) => <DateText value={createdAt.toISOString()} />],
        ]}
      />
    </>
  );
}

function placeOf(found: Exclude<Found, { kind: "people" }>): string {
  switch (found.kind) {
    case "person":
      return `/office/people/${found.username}`;
    case "payment":
      return `/office/payments/${found.id}`;
    case "report":
      return `/office/reports/${found.id}`;
    case "message":
      return `/office/mail?message=${found.id}`;
  }
}
