import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { requestTags } from "@/components/auth/request-tags";
import { GuestForm } from "@/components/donate/guest-form";
import { RequestPicture } from "@/components/requests/request-picture";
import { ReportLink } from "@/components/safety/report-link";
import { ClientMessages } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import { OperatorLinks } from "@/components/shared/operator-links";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonName } from "@/components/shared/person-name";
import { ProgressBar } from "@/components/shared/progress-bar";
import { NoPage } from "@/components/shell/no-page";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { findRemaining } from "@/lib/domain/donations/terms";
import { findGiftLink } from "@/lib/domain/guests/gift-link";
import { findSharedRequest } from "@/lib/domain/requests/queries";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";
import { largestDonation } from "@/lib/ground/money";
import { answerNotFound } from "@/lib/server/live/answer";
import { cardSetup } from "@/lib/web/buying";
import { loginPath } from "@/lib/web/safe-path";
import { HIDDEN, noPageMetadata } from "@/lib/web/titled";

type Props = PageProps<"/g/[token]">;

/** The texts of the form. */
const TEXTS = [
  "give",
  "donate",
  "cardErrors",
  "errors",
  "common",
  "feed.goalReachedTitle",
  "feed.goalReachedText",
];

/** The link opens giving: it must not reach other sites and search engines. Services that show previews are let in. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const request = await requestOf(token);
  return { ...(await (request ? requestTags(request, `/g/${token}`) : noPageMetadata())), ...HIDDEN };
}

/** Where a gift link leads: the request, and giving without an account (giving.md). */
export default async function GiftLinkPage({ params }: Props) {
  const { token } = await params;
  const request = await requestOf(token);
  if (!request) {
    answerNotFound();
    return <NoPage />;
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:gap-12">
      <About request={request} />
      <div className="space-y-6">
        <Give request={request} token={token} />
        <OperatorLinks />
      </div>
    </div>
  );
}

async function About({ request }: { request: SharedRequest }) {
  const [t, preview, money] = await Promise.all([
    getTranslations("give"),
    getTranslations("auth.preview"),
    getMoney(),
  ]);
  const { user, raised, goal } = request;
  return (
    <article className="space-y-4">
      <RequestPicture request={request} first className="w-full rounded-xl" />
      <h1 className="text-2xl font-bold [overflow-wrap:anywhere]">{request.item}</h1>
      <div className="space-y-2 tabular-nums">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <strong className="text-2xl font-bold text-primary">{money(raised)}</strong>
          <span className="text-muted-foreground">{t("ofGoal", { goal: money(goal) })}</span>
        </p>
        <ProgressBar item={request.item} raised={raised} goal={goal} money={money} />
      </div>
      <p className="line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]">{request.description}</p>
      <div className="flex flex-wrap items-center gap-2.5">
        <PersonAvatar avatar={user?.avatar ?? null} imageUrl={user?.profileImageUrl ?? null} size="sm" />
        {user ? (
          <PersonName person={user} className="flex-1" />
        ) : (
          <span className="flex-1 font-medium">{preview("anonymous")}</span>
        )}
        <ReportLink kind="request" id={request.id} />
      </div>
    </article>
  );
}

async function Give({ request, token }: { request: SharedRequest; token: string }) {
  const [t, remaining] = await Promise.all([getTranslations("give"), findRemaining(db(), request.id)]);
  const maximum = largestDonation(remaining);
  const setup = cardSetup();
  const login = loginPath(`/?request=${request.id}`);
  if (maximum === 0 || request.givingOff !== null || !setup) {
    return (
      <Card className="space-y-3">
        <p className="font-medium">{t(maximum === 0 ? "reached" : "notNow")}</p>
        <Link href={login} prefetch={false} className="font-medium underline underline-offset-4">
          {t("login")}
        </Link>
      </Card>
    );
  }
  const amounts = amountsFor(request);
  return (
    <Card className="space-y-4">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      <ClientMessages namespaces={TEXTS}>
        <GuestForm
          request={{ id: request.id, item: request.item, goal: request.goal, raised: request.raised }}
          renderedAt={now().getTime()}
          isOpenEnded={remaining === null}
          token={token}
          amounts={amounts}
          first={amounts[1] ?? amounts[0] ?? maximum}
          setup={setup}
        />
      </ClientMessages>
      <p className="text-center text-sm">
        <Link href={login} prefetch={false} className="underline underline-offset-4">
          {t("login")}
        </Link>
      </p>
    </Card>
  );
}

/** What a guest is offered, in cents: at most three, from small; the rest of the goal, unless it is reached. */
function amountsFor({ goal, raised }: SharedRequest): number[] {
  const most = largestDonation(raised < goal ? goal - raised : null);
  return [...[1_000, 2_500, 5_000].filter((cents) => cents < most), most].slice(0, 3);
}

/** The request that a link is for; null for a link that does not work. */
const requestOf = cache(async (token: string) => {
  const link = await findGiftLink(db(), token);
  return link && findSharedRequest(db(), link.requestId);
});
