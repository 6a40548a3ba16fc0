import { getTranslations } from "next-intl/server";
import { DecideForm } from "@/components/office/decide-form";
import { Facts } from "@/components/office/facts";
import { Pager } from "@/components/office/filters";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PaymentsTable } from "@/components/office/payments-table";
import { OfficeLink } from "@/components/office/refs";
import { Fold, Section } from "@/components/office/section";
import { Views } from "@/components/office/views";
import { DateText, DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import type { PersonFound } from "@/lib/domain/operator/look-up-person";
import { TIMELINE_SOURCES, type TimelineSource } from "@/lib/domain/operator/person-timeline-store";
import { isPaid } from "@/lib/ground/tiers";
import { viewAt } from "@/lib/web/office";
import { PersonTimeline } from "./person-timeline";

type Props = {
  found: PersonFound;
  /** The address of the page. */
  path: string;
  source: TimelineSource | null;
  /** Where the timeline begins; null for the newest. */
  cursor: string | null;
};

/** Who a person is, what they did and what was done about them. */
export async function PersonOverview({ found, path, source, cursor }: Props) {
  const [t, measures, money] = await Promise.all([
    getTranslations("office.person"),
    getTranslations("office.measures"),
    getMoney(),
  ]);
  const { person, requests, subscriptions, paid, received, sessions, decisions, timeline } = found;
  const plan = person.subscriptionTier;
  return (
    <>
      <Section title={t("identity")}>
        <Facts
          facts={[
            [t("name"), person.name],
            [t("email"), person.email],
            [t("language"), person.language],
            [t("since"), <DateText key="since" value={person.createdAt.toISOString()} />],
            [t("erased"), person.erasedAt && <DateText key="erased" value={person.erasedAt.toISOString()} />],
            [t("signsInWith"), person.signsInWith.map((way) => t(`ways.${way}`)).join(", ") || null],
            [
              t("plan"),
              isPaid(plan) ? (
                <>
                  {t("tier", { tier: plan })}{" "}
                  {person.subscriptionExpiry && <DateText value={person.subscriptionExpiry.toISOString()} />}
                </>
              ) : null,
            ],
            // Not the whole sum: the rest is what they gave anonymously, perhaps to the operator alone.
            [t("given"), money(person.publicGiven)],
            [t("received"), money(person.totalReceived)],
            [
              t("id"),
              <span key="id" className="font-mono">
                {person.id}
              </span>,
            ],
          ]}
        />
      </Section>
      <Section title={t("decisions")}>
        <OfficeTable
          label={t("decisions")}
          rows={decisions}
          keyOf={({ id }) => id}
          empty={t("noDecisions")}
          columns={[
            [t("measure"), ({ measure }) => measures(measure)],
            [t("about"), ({ title }) => title ?? "–"],
            [t("ground"), ({ ground }) => ground],
            [t("facts"), (decision) => decision.facts],
            [
              t("from"),
              ({ startsAt, liftedAt }) => (
                <>
                  <DateTimeText value={startsAt.toISOString()} />
                  {liftedAt && (
                    <p>
                      {t("lifted")} <DateText value={liftedAt.toISOString()} />
                    </p>
                  )}
                </>
              ),
            ],
            [t("appeal"), ({ appeal }) => (appeal ? t(`appealState.${appeal.state}`) : "–")],
          ]}
        />
      </Section>
      {person.erasedAt === null && (
        <div className="mt-4 space-y-3">
          <Fold title={t("decide")}>
            <DecideForm kind="person" id={person.id} report={null} />
          </Fold>
          {requests.length > 0 && (
            <Fold title={t("decideRequest")}>
              <DecideForm
                kind="request"
                id={requests.map(({ id, item }) => ({ value: id, label: item }))}
                report={null}
              />
            </Fold>
          )}
        </div>
      )}
      <Section title={t("requests")}>
        <OfficeTable
          label={t("requests")}
          rows={requests}
          keyOf={({ id }) => id}
          empty={t("noRequests")}
          columns={[
            [t("request"), ({ id, item }) => <OfficeLink href={`/?request=${id}`}>{item}</OfficeLink>],
            [t("state"), ({ status, isActive }) => t(`requestState.${shownState(status, isActive)}`)],
            [t("raised"), ({ raised }) => money(raised), NUMBER],
            [t("goal"), ({ goal }) => money(goal), NUMBER],
            [t("since"), ({ createdAt }) => createdAt],
          ]}
        />
      </Section>
      <Section title={t("paid")}>
        <PaymentsTable label={t("paid")} payments={paid} isPayer />
      </Section>
      <Section title={t("got")}>
        <PaymentsTable label={t("got")} payments={received} />
      </Section>
      {subscriptions.length > 0 && (
        <Section title={t("plans")}>
          <OfficeTable
            label={t("plans")}
            rows={subscriptions}
            keyOf={({ id }) => id}
            empty=""
            columns={[
              [t("plan"), ({ tier }) => t("tier", { tier })],
              [t("aMonth"), ({ amount }) => money(amount), NUMBER],
              [t("state"), ({ state }) => t(`planState.${state}`)],
              [t("since"), ({ createdAt }) => createdAt],
            ]}
          />
        </Section>
      )}
      <Section title={t("sessions")}>
        <OfficeTable
          label={t("sessions")}
          rows={sessions}
          keyOf={({ id }) => id}
          empty={t("noSessions")}
          columns={[
            [t("device"), ({ device }) => device ?? "–"],
            [t("network"), ({ network }) => network ?? "–"],
            [t("since"), ({ createdAt }) => <DateTimeText value={createdAt} />],
            [t("lastUsed"), ({ lastUsedAt }) => (lastUsedAt ? <DateTimeText value={lastUsedAt} /> : "–")],
          ]}
        />
      </Section>
      <Section title={t("timeline")}>
        <Views
          label={t("timeline")}
          views={[null, ...TIMELINE_SOURCES].map((each) => ({
            href: viewAt(path, { source: each }),
            name: t(`sources.${each ?? "all"}`),
            isShown: each === source,
          }))}
        />
        <PersonTimeline label={t("timeline")} events={timeline.items} />
        <Pager path={path} query={{ source }} cursor={cursor} next={timeline.next} />
      </Section>
    </>
  );
}

/** A deleted request is not hidden, it is gone. */
function shownState(status: PersonFound["requests"][number]["status"], isActive: boolean) {
  if (status === "deleted") return status;
  return isActive && status !== "inactive" ? status : "hidden";
}
