import { Trophy } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { GoalReached } from "@/components/requests/goal-reached";
import { RequestPicture } from "@/components/requests/request-picture";
import { ShareControl } from "@/components/requests/share-control";
import { PersonAvatar } from "@/components/shared/person-avatar";
import type { FormatMoney } from "@/components/shared/use-money";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Contribution } from "@/lib/domain/donations/types";
import type { NextAbove, OwnRank } from "@/lib/domain/leaderboard/schema";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { MovingBar } from "./after-payment";
import { OwnMessage } from "./own-message";

/** What a donation did, for its donor, and where it took them on the leaderboard. */
export type Thanks = Contribution & {
  ownRank: OwnRank;
  next: NextAbove | null;
  /** Until when it can be taken back; null where it cannot. */
  takeableUntil: string | null;
};

type Props = { thanks: Thanks; money: FormatMoney };

/** The moment after giving: the request with its progress, one's place, and what to do next. */
export function ThankYou({ thanks, money }: Props) {
  const t = useTranslations("paymentSuccess");
  const { request, raisedBefore, hasCompleted, message, ownRank, next } = thanks;
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
      {message !== null && <OwnMessage text={message} />}
      <nav className="flex flex-col gap-2">
        {request.isActive && (
          <ShareControl
            requestId={id}
            item={item}
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
      {ownRank.rank !== null && (
        <OwnPlace rank={ownRank.rank} isListed={ownRank.isListed} next={isHelped(next) ? null : next} />
      )}
    </>
  );

  /** Nobody is told to pass whom they have just helped. */
  function isHelped(above: NextAbove | null): boolean {
    return above?.state === "behind" && above.username === request.user.username;
  }
}

type HowFarProps = Pick<Contribution, "request" | "raisedBefore"> & { money: FormatMoney };

/** Who is closer by how much, and the money as on the request's card. */
function HowFar({ request, raisedBefore, money }: HowFarProps) {
  const t = useTranslations("paymentSuccess");
  const feed = useTranslations("feed");
  const { raised, goal, user } = request;
  return (
    <Card className="space-y-2.5 tabular-nums">
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} />
        <p className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          {t("closer", { name: user.name, amount: money(raised - raisedBefore) })}
        </p>
      </div>
      <p>
        <strong className="text-2xl font-bold text-primary">{money(raised)}</strong>{" "}
        <span className="text-muted-foreground">{feed("ofGoal", { goal: money(goal) })}</span>
      </p>
      <MovingBar request={request} raisedBefore={raisedBefore} />
      {raised < goal ? (
        <p className="font-semibold">{feed("toGo", { amount: money(goal - raised) })}</p>
      ) : (
        <GoalReached request={request} />
      )}
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
      className="flex min-h-11 items-center justify-center gap-2 text-sm text-muted-foreground hover:underline"
    >
      <Trophy aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t("place", { rank: String(rank) })} · {hint()}
      </span>
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
