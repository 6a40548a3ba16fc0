import { ChevronRight, Trophy } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { GoalReached } from "@/components/requests/goal-reached";
import { RequestPicture } from "@/components/requests/request-picture";
import { ShareControl } from "@/components/requests/share-control";
import type { FormatMoney } from "@/components/shared/use-money";
import { TabPending } from "@/components/shell/tab-pending";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Contribution } from "@/lib/domain/donations/types";
import type { NextAbove, Standing } from "@/lib/domain/leaderboard/schema";
import type { Takeable } from "@/lib/domain/payouts/types";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { MovingBar } from "./after-payment";

/** What a donation did, for its donor, and where it took them on the leaderboard. */
export type Thanks = Contribution & { standing: Standing; next: NextAbove | null; takeable: Takeable | null };

type Props = { thanks: Thanks; money: FormatMoney; appUrl: string };

/** The moment after giving: the request with its progress, one's place, and what to do next. */
export function ThankYou({ thanks, money, appUrl }: Props) {
  const t = useTranslations("paymentSuccess");
  const { request, raisedBefore, hasCompleted, standing, next } = thanks;
  const { id, item } = request;
  return (
    <>
      <RequestPicture request={request} first className="w-full rounded-2xl" />
      <div className="space-y-1 text-center">
        <h1 className="text-3xl font-bold text-balance">
          {t(hasCompleted ? "goal.title" : "titles.succeeded")}
        </h1>
        <p className="text-lg text-muted-foreground [overflow-wrap:anywhere]">
          {t(hasCompleted ? "goal.text" : "texts.succeeded", { item })}
        </p>
      </div>
      <HowFar request={request} raisedBefore={raisedBefore} money={money} />
      {standing.rank !== null && <OwnPlace rank={standing.rank} isListed={standing.isListed} next={next} />}
      <nav className="flex flex-col gap-2">
        {request.isActive && (
          <ShareControl
            requestId={id}
            item={item}
            appUrl={appUrl}
            label={t(hasCompleted ? "shareGoal" : "share")}
            variant="default"
            size="lg"
          />
        )}
        <Button size="lg" variant="outline" asChild>
          <Link href={`/?gave=${id}`}>
            {t("home")}
            <TabPending href="/" />
          </Link>
        </Button>
      </nav>
    </>
  );
}

type HowFarProps = Pick<Contribution, "request" | "raisedBefore"> & { money: FormatMoney };

/** The money as on the request's card, with what the donor added. */
function HowFar({ request, raisedBefore, money }: HowFarProps) {
  const t = useTranslations("paymentSuccess");
  const feed = useTranslations("feed");
  const { raised, goal } = request;
  return (
    <Card className="space-y-2.5 tabular-nums">
      <p>
        <strong className="text-2xl font-bold text-primary">{money(raised)}</strong>{" "}
        <span className="text-muted-foreground">{feed("ofGoal", { goal: money(goal) })}</span>
      </p>
      <MovingBar request={request} raisedBefore={raisedBefore} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {raised < goal ? (
          <p className="font-semibold">{feed("toGo", { amount: money(goal - raised) })}</p>
        ) : (
          <GoalReached request={request} />
        )}
        <Badge variant="accent">{t("yourPart", { amount: money(raised - raisedBefore) })}</Badge>
      </div>
    </Card>
  );
}

type OwnPlaceProps = { rank: number; isListed: boolean; next: NextAbove | null };

/** The donor's place on the leaderboard, which leads there, and what passes the next person. */
function OwnPlace({ rank, isListed, next }: OwnPlaceProps) {
  const t = useTranslations("paymentSuccess");
  const leaderboard = useTranslations("leaderboard");
  const locale = useLocale();
  return (
    <Link
      href="/leaderboard"
      className="flex min-h-14 items-center gap-3 rounded-2xl border bg-card px-4 py-3 hover:bg-muted"
    >
      <Trophy aria-hidden className="size-6 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t("place", { rank: String(rank) })}</span>
        <span className="block text-sm text-muted-foreground [overflow-wrap:anywhere]">{hint()}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <TabPending href="/leaderboard" />
    </Link>
  );

  function hint() {
    if (!isListed) return t("placeHidden");
    if (next === null) return t("leaderboard");
    if (next.state === "first") return leaderboard("first");
    const more = formatWholeMoney(next.more, locale, env().currency);
    return leaderboard.rich("pass", { more, username: next.username, person: (name) => <b>{name}</b> });
  }
}
