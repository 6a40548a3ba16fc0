import { getTranslations } from "next-intl/server";
import { Facts } from "@/components/office/facts";
import { Pager } from "@/components/office/filters";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PersonRef } from "@/components/office/refs";
import { DeedFold } from "@/components/office/section";
import { Views } from "@/components/office/views";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { resendMailAction } from "@/lib/actions/office-desk";
import {
  listBounced,
  listFailed,
  listWaiting,
  resendProblem,
  showMessage,
} from "@/lib/domain/operator/messages";
import type { MessageRecord } from "@/lib/domain/operator/messages-store";
import { askedOf, chosenOf, noPage, pageOf, viewAt } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

const PATH = "/office/mail";
const SHOWN = 50;
const VIEWS = ["failed", "waiting", "bounced"] as const;

export const generateMetadata = titled("office.nav.mail");

/** What failed and can be sent again, what waits, and whose address refuses mail (safety.md, The office). */
export default async function MailPage({ searchParams }: PageProps<"/office/mail">) {
  const { id: reader } = await requireOffice();
  const [search, t] = await Promise.all([searchParams, getTranslations("office")]);
  const message = askedOf(search, "message");
  const view = message === null ? (chosenOf(search, "view", VIEWS) ?? "failed") : null;
  const cursor = askedOf(search, "cursor");
  return (
    <>
      <PageTitle title={t("nav.mail")} />
      <Views
        label={t("nav.mail")}
        views={VIEWS.map((name) => ({
          href: viewAt(PATH, { view: name }),
          name: t(`mail.views.${name}`),
          isShown: name === view,
        }))}
      />
      {message !== null && <Message id={message} reader={reader} />}
      {view === "failed" && <Failed cursor={cursor} reader={reader} />}
      {view === "waiting" && <Waiting />}
      {view === "bounced" && <Bounced cursor={cursor} reader={reader} />}
    </>
  );
}

/** Which part of a list, and who reads it. */
type Read = { cursor: string | null; reader: string };

async function Failed(read: Read) {
  const [{ items, next }, mail] = await Promise.all([
    pageOf(listFailed(db(), { limit: SHOWN, ...read })),
    getTranslations("office.mail"),
  ]);
  return (
    <div className="space-y-4">
      {items.length > 0 && (
        <div className="max-w-2xl">
          <DeedFold action={resendMailAction} about={{ id: null }} submit={mail("allAgain")} />
        </div>
      )}
      <OfficeTable
        label={mail("views.failed")}
        rows={items}
        keyOf={({ id }) => id}
        empty={mail("noneFailed")}
        columns={[
          [mail("failedAt"), ({ finishedAt }) => finishedAt],
          [mail("kind"), ({ kind, channel }) => `${kind} (${mail(`channel.${channel}`)})`],
          [mail("person"), ({ personId }) => (personId === null ? mail("us") : <PersonRef id={personId} />)],
          [mail("why"), ({ reason }) => reason ?? "–"],
          [mail("again"), (message) => <Again message={message} />],
        ]}
      />
      <Pager path={PATH} query={{ view: "failed" }} cursor={read.cursor} next={next} />
    </div>
  );
}

async function Again({ message }: { message: MessageRecord }) {
  const mail = await getTranslations("office.mail");
  if (resendProblem(message) !== null) return mail("never");
  return <DeedFold action={resendMailAction} about={{ id: message.id }} submit={mail("sendAgain")} />;
}

async function Waiting() {
  const [waiting, mail] = await Promise.all([listWaiting(db()), getTranslations("office.mail")]);
  return (
    <OfficeTable
      label={mail("views.waiting")}
      rows={waiting}
      keyOf={({ kind, channel }) => `${kind} ${channel}`}
      empty={mail("noneWaiting")}
      columns={[
        [mail("kind"), ({ kind, channel }) => `${kind} (${mail(`channel.${channel}`)})`],
        [mail("messages"), ({ messages }) => messages, NUMBER],
        [mail("retried"), ({ retried }) => retried, NUMBER],
        [mail("oldest"), ({ oldest }) => oldest],
      ]}
    />
  );
}

async function Bounced(read: Read) {
  const [{ items, next }, mail] = await Promise.all([
    pageOf(listBounced(db(), { limit: SHOWN, ...read })),
    getTranslations("office.mail"),
  ]);
  return (
    <>
      <OfficeTable
        label={mail("views.bounced")}
        rows={items}
        keyOf={({ id }) => id}
        empty={mail("noneBounced")}
        columns={[
          [mail("person"), ({ id }) => <PersonRef id={id} />],
          [mail("since"), ({ bouncedAt }) => bouncedAt],
        ]}
      />
      <Pager path={PATH} query={{ view: "bounced" }} cursor={read.cursor} next={next} />
    </>
  );
}

async function Message({ id, reader }: { id: string; reader: string }) {
  const [message, mail] = await Promise.all([
    showMessage(db(), id, { reader }).catch(noPage),
    getTranslations("office.mail"),
  ]);
  const { kind, channel, personId, state, createdAt, finishedAt, attempts, reason } = message;
  return (
    <div className="max-w-2xl space-y-4">
      <Facts
        facts={[
          [mail("kind"), `${kind} (${mail(`channel.${channel}`)})`],
          [mail("person"), personId === null ? mail("us") : <PersonRef key="person" id={personId} />],
          [mail("state"), mail(`mailState.${state}`)],
          [mail("since"), createdAt],
          [mail("ended"), finishedAt],
          [mail("attempts"), attempts],
          [mail("why"), reason],
        ]}
      />
      {state === "failed" && <Again message={message} />}
    </div>
  );
}
