import { getTranslations } from "next-intl/server";
import { type Column, NUMBER, OfficeTable } from "@/components/office/office-table";
import { OfficeLink, PersonRef } from "@/components/office/refs";
import { DeedFold } from "@/components/office/section";
import { DateText, DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import { approvePayoutsAction, liftHoldAction } from "@/lib/actions/office-desk";
import type { HoldRecord } from "@/lib/domain/operator/holds-store";
import { lastOf } from "@/lib/ground/i18n/date-formats";

type Props = {
  label: string;
  holds: readonly HoldRecord[];
  /** They are of several people: each names its own, where it can be lifted too. */
  isOfSeveral?: boolean;
};

/** These end with what they wait for: their dispute, or who the account belongs to. */
const ENDS_ITSELF = new Set<HoldRecord["cause"]>(["dispute", "ownership"]);

/** What money is held and why, and the form that releases it. */
export async function HoldsTable({ label, holds, isOfSeveral = false }: Props) {
  const [t, causes, report, money] = await Promise.all([
    getTranslations("office.payouts"),
    getTranslations("office.causes"),
    getTranslations("office.report"),
    getMoney(),
  ]);
  const person: Column<HoldRecord> = [
    t("person"),
    ({ personId }) => <PersonRef id={personId} view="?view=money" />,
  ];
  const columns: Column<HoldRecord>[] = [
    ...(isOfSeveral ? [person] : []),
    [t("cause"), ({ cause }) => causes(cause)],
    [t("of"), ({ subject }) => t("subject", { subject })],
    [t("amount"), ({ held }) => money(held), NUMBER],
    [
      t("since"),
      ({ placedAt, endsAt, liftedAt }) => (
        <>
          <DateTimeText value={placedAt.toISOString()} />
          {endsAt && (
            <p>
              {t("ends")} <DateText value={lastOf(endsAt).toISOString()} />
            </p>
          )}
          {liftedAt && (
            <p>
              {t("lifted")} <DateText value={liftedAt.toISOString()} />
            </p>
          )}
        </>
      ),
    ],
    [
      t("because"),
      ({ decision, placedBy }) => (
        <>
          {decision}
          <p className="text-muted-foreground">{placedBy === null ? t("byRule") : `@${placedBy}`}</p>
        </>
      ),
    ],
  ];
  const lift: Column<HoldRecord> = [
    t("do"),
    (hold) => {
      if (hold.liftedAt !== null || ENDS_ITSELF.has(hold.cause)) return null;
      if (hold.decisionId !== null)
        return <OfficeLink href={`/office/decisions/${hold.decisionId}`}>{report("seeDecision")}</OfficeLink>;
      return hold.cause === "first_payout" ? (
        <DeedFold action={approvePayoutsAction} about={{ reference: hold.personId }} submit={t("approve")} />
      ) : (
        <DeedFold action={liftHoldAction} about={{ holdId: hold.id }} submit={t("lift")} />
      );
    },
  ];
  return (
    <OfficeTable
      label={label}
      rows={holds}
      keyOf={({ id }) => id}
      empty={t("none")}
      columns={isOfSeveral ? columns : [...columns, lift]}
    />
  );
}
