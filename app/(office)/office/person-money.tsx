import { getTranslations } from "next-intl/server";
import { AskButton } from "@/components/office/desk-buttons";
import { Facts } from "@/components/office/facts";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PaymentRef } from "@/components/office/refs";
import { Section } from "@/components/office/section";
import { DateText, DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import type { MoneyFound } from "@/lib/domain/operator/payouts";
import { HoldsTable } from "./holds-table";
import { StepsTable } from "./steps-table";

/** Where a person's money is: every donation with its state and why it waits, payouts, accounts and holds. */
export async function PersonMoney({ found }: { found: MoneyFound }) {
  const [t, payouts, paidBys, money] = await Promise.all([
    getTranslations("office.money"),
    getTranslations("office.payouts"),
    getTranslations("office.paidBy"),
    getMoney(),
  ]);
  const { personId, standing, sums, accounts, holds, donations } = found;
  return (
    <>
      <Section title={t("standing")}>
        <Facts
          facts={[
            [t("canBePaid"), standing.by === null ? t("no", { code: standing.code }) : t("yes")],
            [t("owed"), money(sums.owed)],
            [t("atProvider"), money(sums.atProvider)],
            [t("paidOut"), money(sums.paidOut)],
            [t("lost"), sums.lost === 0 ? null : money(sums.lost)],
            [
              t("heldUntil"),
              found.payoutsHeldUntil && <DateText key="until" value={found.payoutsHeldUntil.toISOString()} />,
            ],
          ]}
        />
      </Section>
      <Section title={t("holds")}>
        <HoldsTable label={t("holds")} holds={holds} />
      </Section>
      <Section title={t("payouts")}>
        <StepsTable label={t("payouts")} steps={found.payouts} />
      </Section>
      <Section title={t("donations")}>
        <OfficeTable
          label={t("donations")}
          rows={donations}
          keyOf={({ id }) => id}
          empty={payouts("none")}
          columns={[
            [payouts("payment"), ({ id }) => <PaymentRef id={id} />],
            [payouts("since"), ({ settledAt }) => settledAt],
            [payouts("amount"), ({ amount, returnedAmount }) => money(amount - returnedAmount), NUMBER],
            [t("paidBy"), ({ paidBy }) => paidBys(paidBy ?? "other")],
            [payouts("state"), ({ state }) => t(`states.${state}`)],
            [
              t("release"),
              ({ state, releaseAt }) =>
                state === "waiting" ? <DateTimeText value={releaseAt.toISOString()} /> : "–",
            ],
            [payouts("because"), ({ because }) => because ?? "–"],
          ]}
        />
      </Section>
      <Section title={t("accounts")}>
        <div className="space-y-3">
          <OfficeTable
            label={t("accounts")}
            rows={accounts}
            keyOf={({ id }) => id}
            empty={payouts("none")}
            columns={[
              [t("provider"), ({ provider, country }) => `${provider} ${country}`],
              [payouts("state"), ({ state }) => t(`payee.${state}`)],
              [
                payouts("bank"),
                ({ bankLast4 }) => (bankLast4 ? payouts("endsIn", { digits: bankLast4 }) : "–"),
              ],
              [payouts("because"), ({ problem }) => problem ?? "–"],
              [t("checked"), ({ checkedAt }) => checkedAt ?? "–"],
            ]}
          />
          {accounts.some(({ closedAt }) => closedAt === null) && (
            <AskButton reference={personId} of="account" />
          )}
        </div>
      </Section>
    </>
  );
}
