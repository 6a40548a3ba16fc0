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
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";
import { PersonMoney } from "../../person-money";
import { PersonOverview } from "../../person-overview";

const SHOWN = 50;

type Props = PageProps<"/office/people/[username]">;

const personOf = oncePerPage(async ({ username, ...search }: Asked<Props>) => {
  const operator = await requireOffice();
  const reference = namedIn(username);
  const source = chosenOf(search, "source", TIMELINE_SOURCES);
  const cursor = askedOf(search, "cursor");
  const look = chosenOf(search, "view", ["money"])
    ? lookUpMoney(db(), operator, { reference, limit: SHOWN }).then((money) => ({ money, found: null }))
    : pageOf(lookUpPerson(db(), operator, reference, { source, limit: SHOWN, cursor })).then((found) => ({
        money: null,
        found,
      }));
  return { looked: await look.catch(ownOrNoPage), source, cursor };
});

export const generateMetadata = titled("office.person.title", {}, personOf);

/**
 * A person by username or id: who they are, what they did and what was done about them, or where their money is. The
 * audit notes each opening (safety.md, The office).
 */
export default async function PersonPage(props: Props) {
  const [{ looked, source, cursor }, t] = await Promise.all([
    personOf(props),
    getTranslations("office.person"),
  ]);
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
          { href: path, name: t("overview"), isShown: money === null },
          { href: viewAt(path, { view: "money" }), name: t("money"), isShown: money !== null },
        ]}
      />
      {money && <PersonMoney found={money} />}
      {found && <PersonOverview found={found} path={path} source={source} cursor={cursor} />}
    </>
  );
}
