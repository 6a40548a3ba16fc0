import { getTranslations } from "next-intl/server";
import { Pager } from "@/components/office/filters";
import { type Column, NUMBER, OfficeTable } from "@/components/office/office-table";
import { PaymentRef, PersonRef } from "@/components/office/refs";
import { Views } from "@/components/office/views";
import { getMoney } from "@/components/shared/get-money";
import type { FormatMoney } from "@/components/shared/use-money";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { moneyByAge, PAYOUT_LISTS, sharedBankAccounts } from "@/lib/domain/operator/payouts";
import type { Page } from "@/lib/ground/paging";
import { askedOf, chosenOf, pageOf, viewAt } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";
import { HoldsTable } from "../holds-table";
import { StepsTable } from "../steps-table";

const PATH = "/office/payouts";
const SHOWN = 50;
const VIEWS = ["reviews", "holds", "payees", "steps", "failed", "losses", "ages", "banks"] as const;
type View = (typeof VIEWS)[number];

export const generateMetadata = titled("office.nav.payouts");

/** Payouts that wait, are held or failed (safety.md, The office). */
export default async function PayoutsPage({ searchParams }: PageProps<"/office/payouts">) {
  const { id: reader } = await requireOffice();
  const [search, t] = await Promise.all([searchParams, getTranslations("office")]);
  const view = chosenOf(search, "view", VIEWS) ?? "reviews";
  const cursor = askedOf(search, "cursor");
  const { table, next } = await TABLES[view]({ cursor, reader });
  return (
    <>
      <PageTitle title={t("nav.payouts")} />
      <Views
        label={t("nav.payouts")}
        views={VIEWS.map((name) => ({
          href: viewAt(PATH, { view: name }),
          name: t(`payouts.views.${name}`),
          isShown: name === view,
        }))}
      />
      {table}
      <Pager path={PATH} query={{ view }} cursor={cursor} next={next} />
    </>
  );
}

type Shown = Promise<{ table: React.ReactNode; next: string | null }>;
/** Which part of a list, and who reads it. */
type Read = { cursor: string | null; reader: string };

const TABLES: Record<View, (read: Read) => Shown> = {
  reviews: (read) => holdsIn("reviews", read),
  holds: (read) => holdsIn("holds", read),
  steps: (read) => stepsIn("steps", read),
  failed: (read) => stepsIn("failed", read),
  payees: (read) =>
    tableOf(
      "payees",
      PAYOUT_LISTS.payees(db(), { limit: SHOWN, ...read }),
      ({ personId }) => personId,
      (payouts, money) => [
        [payouts("person"), ({ personId }) => <PersonRef id={personId} view="?view=money" />],
        [payouts("owed"), ({ owed }) => money(owed), NUMBER],
        [payouts("since"), ({ since }) => since],
        [
          payouts("because"),
          ({ standing, problem }) => `${standing}${problem === null ? "" : `: ${problem}`}`,
        ],
      ],
    ),
  losses: (read) =>
    tableOf(
      "losses",
      PAYOUT_LISTS.losses(db(), { limit: SHOWN, ...read }),
      ({ id }) => id,
      (payouts, money) => [
        [payouts("person"), ({ personId }) => <PersonRef id={personId} view="?view=money" />],
        [payouts("payment"), ({ donationId }) => <PaymentRef id={donationId} />],
        [payouts("because"), ({ cause }) => cause],
        [payouts("amount"), ({ amount }) => money(amount), NUMBER],
        [payouts("recovered"), ({ recovered }) => money(recovered), NUMBER],
        [payouts("since"), ({ at }) => at],
      ],
    ),
  ages: () =>
    tableOf(
      "ages",
      whole(moneyByAge(db())),
      ({ from }) => from,
      (payouts, money) => [
        [
          payouts("days"),
          ({ from, to }) => (to === null ? payouts("orMore", { from }) : payouts("fromTo", { from, to })),
        ],
        [payouts("donations"), ({ donations }) => donations, NUMBER],
        [payouts("people"), ({ people }) => people, NUMBER],
        [payouts("owed"), ({ owed }) => money(owed), NUMBER],
        [payouts("notReady"), ({ notReady }) => money(notReady), NUMBER],
        [payouts("held"), ({ held }) => money(held), NUMBER],
        [payouts("moved"), ({ moved }) => money(moved), NUMBER],
      ],
    ),
  banks: ({ reader }) =>
    tableOf(
      "banks",
      whole(sharedBankAccounts(db(), { reader })),
      ({ accounts }) => accounts.map(({ accountId }) => accountId).join(),
      (payouts) => [
        [payouts("bank"), ({ bankLast4 }) => payouts("endsIn", { digits: bankLast4 ?? "–" })],
        [
          payouts("people"),
          ({ accounts }) => (
            <ul>
              {accounts.map(({ accountId, personId }) => (
                <li key={accountId}>
                  <PersonRef id={personId} view="?view=money" />
                </li>
              ))}
            </ul>
          ),
        ],
      ],
    ),
};

/** A list without pages. */
const whole = async <R,>(rows: Promise<R[]>): Promise<Page<R>> => ({ items: await rows, next: null });

type Texts = Awaited<ReturnType<typeof getTranslations<"office.payouts">>>;

async function tableOf<R>(
  view: View,
  list: Promise<Page<R>>,
  keyOf: (row: R) => string | number,
  columns: (payouts: Texts, money: FormatMoney) => readonly Column<R>[],
): Shown {
  const [{ items, next }, payouts, money] = await Promise.all([
    pageOf(list),
    getTranslations("office.payouts"),
    getMoney(),
  ]);
  return {
    next,
    table: (
      <OfficeTable
        label={payouts(`views.${view}`)}
        rows={items}
        keyOf={keyOf}
        empty={payouts("none")}
        columns={columns(payouts, money)}
      />
    ),
  };
}

async function holdsIn(list: "reviews" | "holds", read: Read): Shown {
  const [{ items, next }, payouts] = await Promise.all([
    pageOf(PAYOUT_LISTS[list](db(), { limit: SHOWN, ...read })),
    getTranslations("office.payouts"),
  ]);
  return { next, table: <HoldsTable label={payouts(`views.${list}`)} holds={items} isOfSeveral /> };
}

async function stepsIn(list: "steps" | "failed", read: Read): Shown {
  const [{ items, next }, payouts] = await Promise.all([
    pageOf(PAYOUT_LISTS[list](db(), { limit: SHOWN, ...read })),
    getTranslations("office.payouts"),
  ]);
  return { next, table: <StepsTable label={payouts(`views.${list}`)} steps={items} isOfSeveral /> };
}
