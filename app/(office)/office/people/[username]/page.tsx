import { getTranslations } from "next-intl/server";
import { NotYours } from "@/components/office/not-yours";
import { Views } from "@/components/office/views";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { lookUpMoney } from "@/lib/domain/operator/payouts";
import { TIMELINE_SOURCES } from "@/lib/domain/operator/person-timeline-store";
import { askedOf, chosenOf, namedIn, ownOrNoPage, pageOf, viewAt } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";
import { PersonMoney } from "../../person-money";
import { PersonOverview } from "../../person-overview";

const SHOWN = 50;

type Props = PageProps<"/office/people/[username]">;

export const generateMetadata = titled("office.person.title");

/**
 * A person by username or id: who they are, what they did and what was done about them, or where their money is. The
 * audit notes each opening (safety.md, The office).
 */
export default async function PersonPage({ params, searchParams }: Props) {
  const [operator, { username }, search, t] = await Promise.all([
    requireOffice(),
    params,
    searchParams,
    getTranslations("office.person"),
  ]);
  const reference = namedIn(username);
  const view = chosenOf(search, "view", ["money"]);
  const source = chosenOf(search, "source", TIMELINE_SOURCES);
  const cursor = askedOf(search, "cursor");
  const look = view
    ? lookUpMoney(db(), operator, { reference, limit: SHOWN }).then((money) => ({ money, found: null }))
    : pageOf(lookUpPerson(db(), operator, reference, { source, limit: SHOWN, cursor })).then((found) => ({
        money: null,
        found,
      }));
  const looked = await look.catch(ownOrNoPage);
  if (looked === "own") return <NotYours />;
  const { money, found } = looked;
  const name = money?.username ?? found?.person.username ?? "";
  const path = `/office/people/${name}`;
  return (
    <>
      <PageTitle title={`@${name}`} />
      <Views
        label={t("title")}
        views={[
          { href: path, name: t("overview"), isShown: view === null },
          { href: viewAt(path, { view: "money" }), name: t("money"), isShown: view !== null },
        ]}
      />
      {money && <PersonMoney found={money} />}
      {found && <PersonOverview found={found} path={path} source={source} cursor={cursor} />}
    </>
  );
}
