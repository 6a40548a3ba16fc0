import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { OfficeLink } from "@/components/office/refs";
import { getMoney } from "@/components/shared/get-money";
import type { PersonEvent } from "@/lib/domain/operator/person-timeline-store";

/** What happened to a person, their requests and their money, newest first. */
export async function PersonTimeline({ label, events }: { label: string; events: readonly PersonEvent[] }) {
  const [t, money] = await Promise.all([getTranslations("office.person"), getMoney()]);
  const note = await notes();
  return (
    <OfficeTable
      label={label}
      rows={events}
      keyOf={({ source, what, id }) => `${source} ${what} ${id}`}
      empty={t("nothing")}
      columns={[
        [t("when"), ({ at }) => at],
        [t("what"), (event) => t(`event.${nameOf(event)}`, { account: event.account ?? "" })],
        [t("amount"), ({ amount }) => (amount === null ? "" : money(amount)), NUMBER],
        [t("note"), (event) => note(event)],
      ]}
    />
  );
}

type EventName = keyof Messages["office"]["person"]["event"];

/** What happened, as the catalogue names it: what a donor did, the recipient sees from the other side. */
function nameOf({ source, what, account }: PersonEvent): EventName {
  const name = `${source}_${what}`;
  const hasTwoSides =
    name === "money_donation" || name === "money_reversal" || name === "money_partial_reversal";
  return (account === "donor" && hasTwoSides ? `${name}_given` : name) as EventName;
}

const PLACES = {
  payment: (id: string) => `/office/payments/${id}`,
  report: (id: string) => `/office/reports/${id}`,
  request: (id: string) => `/?request=${id}`,
  mail: (id: string) => `/office/mail?message=${id}`,
};

/** More about an event, as a link to where it is in full. */
async function notes() {
  const [t, appeals, changes, causes, grounds, measures] = await Promise.all([
    getTranslations("office.person"),
    getTranslations("office.person.appealState"),
    getTranslations("office.person.change"),
    getTranslations("office.causes"),
    getTranslations("safety.report.grounds"),
    getTranslations("office.measures"),
  ]);
  const has = <T extends string>(texts: { has: (key: T) => boolean } & ((key: T) => string), key: string) =>
    texts.has(key as T) ? texts(key as T) : key;
  const textOf = ({ source, what, note }: PersonEvent): string | null => {
    if (note === null) return null;
    if (source === "hold") return has(causes, note);
    if (what === "reported") return has(grounds, note);
    if (source === "safety") {
      return what === "answered" ? has(appeals, note) : has(measures, note);
    }
    if (what === "changed") return has(changes, note);
    if (what === "begun") return t(note === "pending" ? "begun.pending" : "begun.failed");
    return note;
  };
  return (event: PersonEvent) => {
    const { subject, subjectId } = event;
    const text = textOf(event);
    if (subject === null || subject === "hold" || subjectId === null) return text;
    return (
      <OfficeLink href={PLACES[subject](subjectId)}>
        {text ?? (subject === "payment" ? subjectId.slice(-8) : subjectId)}
      </OfficeLink>
    );
  };
}
