import { Hourglass } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache, Suspense } from "react";
import { NoSuchPerson } from "@/components/people/no-such-person";
import { PersonCard } from "@/components/people/person-card";
import { PersonRequests, RequestsSkeleton } from "@/components/people/person-requests";
import { ClientMessages } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { nameInFull, personHref } from "@/components/shared/person-name";
import { db } from "@/db/client";
import { facesOf } from "@/lib/domain/donors/faces";
import { listPublicRequestsOf } from "@/lib/domain/requests/queries";
import { findPerson } from "@/lib/domain/users/queries";
import type { PublicPerson } from "@/lib/domain/users/schema";
import { now } from "@/lib/ground/clock";
import { answerNotFound } from "@/lib/server/live/answer";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { requireViewer } from "@/lib/web/session";
import { startOver } from "@/lib/web/start-over";
import { noPageMetadata } from "@/lib/web/titled";

const PAGE = 10;

type Props = PageProps<"/people/[username]">;

/**
 * The person of the page, null if the name is unknown. Cached, so that a page load counts once against the limit.
 */
const visit = cache(async (username: string) => {
  const viewer = await requireViewer();
  const tooMany = !(await isWithin(db(), "readPerson", viewer.id));
  return { viewer, tooMany, person: tooMany ? null : await findPerson(db(), username, viewer) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { tooMany, person } = await visit((await params).username);
  if (tooMany) return {};
  return person ? { title: nameInFull(person) } : noPageMetadata();
}

/**
 * A person as others see them (D50). There is no loading.tsx: with one every answer would be a 200, but an unknown
 * name is a 404.
 */
export default async function PersonPage({ params, searchParams }: Props) {
  const { username } = await params;
  const { viewer, tooMany, person } = await visit(username);
  if (tooMany) {
    const [t, shared] = await Promise.all([getTranslations("errors"), getTranslations("shared")]);
    const wayOn = { href: "/", text: shared("seeRequests") };
    return <EmptyState icon={Hourglass} title={t("RATE_LIMITED")} wayOn={wayOn} />;
  }
  if (!person) {
    answerNotFound();
    return <NoSuchPerson />;
  }
  if (username !== person.username) redirect(personHref(person.username));
  const { cursor } = await searchParams;
  const own = person.id === viewer.id;
  const money = await getMoney();
  const read = requestsOf(person, typeof cursor === "string" ? cursor : null).catch(
    startOver(personHref(person.username)),
  );
  // Once the page has started to stream it can no longer redirect.
  if (cursor !== undefined) await read;
  return (
    <ClientMessages namespaces={["feed", "people", "safety.block"]}>
      <div className="flex flex-col gap-4">
        <PersonCard person={person} own={own} money={money} />
        <Suspense fallback={<RequestsSkeleton />}>
          <PersonRequests person={person} read={read} money={money} renderedAt={now().getTime()} />
        </Suspense>
      </div>
    </ClientMessages>
  );
}

async function requestsOf(person: PublicPerson, cursor: string | null) {
  const page = await listPublicRequestsOf(db(), { ownerId: person.id, limit: PAGE, cursor });
  const faces = await facesOf(
    db(),
    page.items.map(({ id }) => id),
  );
  return { ...page, faces };
}
