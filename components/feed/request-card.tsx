"use client";

import { useTranslations } from "next-intl";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DonateButton } from "@/components/requests/donate-button";
import { GoalReached } from "@/components/requests/goal-reached";
import { ShareControl } from "@/components/requests/share-control";
import { useMoney } from "@/components/shared/money";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { ProgressBar } from "@/components/shared/progress-bar";
import { TierBadge } from "@/components/shared/tier-badge";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { now } from "@/lib/clock";
import type { FundingRequest } from "@/lib/domain/requests/types";
import { isBoosted } from "./boosted";
import { BoostedLabel } from "./boosted-label";

type Props = {
  request: FundingRequest;
  viewerId: string;
  appUrl: string;
  /** Among those that fill the screen at first. */
  first: boolean;
  onOpen: () => void;
  onDonate: () => void;
};

/** One request in the feed; the whole card opens it. */
export function RequestCard({ request, viewerId, appUrl, first, onOpen, onDonate }: Props) {
  const t = useTranslations("feed");
  const common = useTranslations("common");
  const money = useMoney();
  const { user, item, raised, goal } = request;
  return (
    <Card tint={user.subscriptionTier} className="relative flex flex-col gap-3 shadow-xs">
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} size="sm" />
        <p className="min-w-0 flex-1 truncate font-medium">{user.username}</p>
        <TierBadge tier={user.subscriptionTier} />
      </div>
      <RequestPhoto
        photoUrl={request.photoUrl}
        item={item}
        shape="card"
        first={first}
        className="-mx-4 w-[calc(100%+2rem)] max-w-none sm:-mx-5 sm:w-[calc(100%+2.5rem)]"
      />
      <div className="flex flex-col gap-1.5">
        <h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
          <button
            type="button"
            onClick={onOpen}
            className="text-left after:absolute after:inset-0 after:rounded-2xl after:content-['']"
          >
            {item}
          </button>
        </h2>
        <p className="line-clamp-3 text-muted-foreground [overflow-wrap:anywhere]">{request.description}</p>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {isBoosted(request, now()) && <BoostedLabel />}
          <GoalReached request={request} />
        </div>
      </div>
      <div className="space-y-1.5">
        <ProgressBar item={item} raised={raised} goal={goal} />
        <p className="tabular-nums">{common("raisedOf", { raised: money(raised), goal: money(goal) })}</p>
      </div>
      <div className="relative z-10 -mb-1 flex items-center justify-between gap-2">
        {request.userId === viewerId && <Badge>{t("yours")}</Badge>}
        <DonateButton
          request={request}
          viewerId={viewerId}
          label={t("donate")}
          className="flex-1"
          onDonate={onDonate}
        />
        <ShareControl requestId={request.id} item={item} appUrl={appUrl} />
      </div>
    </Card>
  );
}
