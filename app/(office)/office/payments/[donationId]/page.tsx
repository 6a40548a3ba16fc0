import { getTranslations } from "next-intl/server";
import { AskButton } from "@/components/office/desk-buttons";
import { Facts } from "@/components/office/facts";
import { NotYours } from "@/components/office/not-yours";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PersonRef } from "@/components/office/refs";
import { DeedFold, Section } from "@/components/office/section";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { holdAction, refundAction } from "@/lib/actions/office-desk";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import { namedIn, ownOrNoPage } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";

type Props = PageProps<"/office/payments/[donationId]">;

const paymentOf = oncePerPage(async ({ donationId }: Asked<Props>) => {
  const operator = await requireOffice();
  return paymentHistory(db(), namedIn(donationId), operator).catch(ownOrNoPage);
});

export const generateMetadata = titled("office.payment.title", {}, paymentOf);

/**
 * A donation, a purchase or a month of a plan: its state, its entries in the books, asking the provider, the
 * refund (safety.md, The office). It names people by id only: the audit records a look-up.
 */
export default async function PaymentPage(props: Props) {
  const found = await paymentOf(props);
  if (found === "own") return <NotYours />;
  const { payment, timeline } = found;
  const [t, payouts, causes, money] = await Promise.all([
    getTranslations("office.payment"),
    getTranslations("office.payouts"),
    getTranslations("office.causes"),
    getMoney(),
  ]);
  const { id, amount, serviceFee, state, refundReason, refundRefusal, providerId } = payment;
  const isRefundable = state === "completed" && refundReason === null;
  return (
    <>
      <PageTitle title={t("number", { number: payment.receiptNumber })} />
      <Section title={t("facts")}>
        <Facts
          facts={[
            [t("state"), t(`paymentState.${state}`)],
            [t("refund"), refundReason && t(`reason.${refundReason}`)],
            [t("refused"), refundRefusal],
            [t("for"), t("kind", { kind: payment.kind })],
            [t("amount"), money(amount)],
            [t("fee"), serviceFee === 0 ? null : money(serviceFee)],
            [t("total"), money(amount + serviceFee)],
            [
              t("payer"),
              payment.payerId === null ? t("guest") : <PersonRef key="payer" id={payment.payerId} />,
            ],
            [
              t("recipient"),
              payment.recipientId && (
                <PersonRef key="recipient" id={payment.recipientId} view="?view=money" />
              ),
            ],
            [t("provider"), `${payment.provider} ${providerId ?? ""}`],
            [
              t("id"),
              <span key="id" className="font-mono">
                {id}
              </span>,
            ],
          ]}
        />
      </Section>
      <Section title={t("do")}>
        <div className="max-w-2xl space-y-3">
          <AskButton reference={id} of="payment" />
          {isRefundable && (
            <DeedFold
              action={refundAction}
              about={{ reference: id }}
              submit={t("refundAll", { amount: money(amount + serviceFee) })}
              variant="destructive"
              fields={[
                {
                  name: "by",
                  label: t("by"),
                  kind: "choice",
                  options: [
                    { value: "payer", label: t("byPayer") },
                    { value: "operator", label: t("byUs") },
                  ],
                },
              ]}
            />
          )}
          {/* Of a person and of a request a decision holds the money, which tells them (C302). */}
          {payment.kind === "donation" && payment.creditedAt && (
            <DeedFold
              action={holdAction}
              about={{ reference: id }}
              submit={payouts("hold")}
              fields={[
                {
                  name: "cause",
                  label: payouts("cause"),
                  kind: "choice",
                  options: OPERATOR_HOLD_CAUSES.map((value) => ({ value, label: causes(value) })),
                },
                { name: "until", label: payouts("until"), hint: payouts("untilHint"), kind: "date" },
              ]}
            />
          )}
        </div>
      </Section>
      <Section title={t("history")}>
        <OfficeTable
          label={t("history")}
          rows={timeline.map((entry, at) => ({ ...entry, key: at }))}
          keyOf={({ key }) => key}
          empty={t("none")}
          columns={[
            [t("when"), ({ at }) => at],
            [t("source"), ({ source }) => t(`from.${source}`)],
            [t("what"), ({ what }) => <span lang="en">{what}</span>],
            [t("amount"), (entry) => (entry.amount === null ? "" : money(entry.amount)), NUMBER],
            [t("whose"), ({ personId }) => (personId === null ? "" : <PersonRef id={personId} />)],
            [t("note"), ({ note }) => note ?? ""],
          ]}
        />
      </Section>
    </>
  );
}
