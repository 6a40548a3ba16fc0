import { useTranslations } from "next-intl";
import { memo } from "react";
import { DonateButton } from "@/components/requests/donate-button";
import { GoalReached } from "@/components/requests/goal-reached";
import { RequestSummary } from "@/components/requests/request-summary";
import { ShareControl } from "@/components/requests/share-control";
import { Delivered } from "@/components/shared/delivered";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonLink } from "@/components/shared/person-name";
import { TierBadge } from "@/components/shared/tier-badge";
import { useLiveRequest } from "@/components/shared/use-live";
import { useMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { Face } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  viewerId: string;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** Of those who gave. */
  faces: readonly Face[];
  /** The viewer just gave to it. */
  isReturnedTo: boolean;
  /** It is among those that fill the first screen. */
  first: boolean;
  onOpen: (requestId: string) => void;
  /** With the request as it is now. */
  onDonate: (request: FundingRequest) => void;
};

/** One request in the feed; the whole card opens it. Not rendered again while only the others change. */
export const RequestCard = memo((props: Props) => {
  const { viewerId, renderedAt, isReturnedTo, first, onOpen, onDonate } = props;
  const t = useTranslations("feed");
  const money = useMoney();
  const { request, faces } = useLiveRequest(props.request, renderedAt);
  const { user, item } = request;
  const isOwn = request.userId === viewerId;
  // A goal reached since: a longer label would make the card higher while somebody reads.
  const completionEmoji = request.isCompleted ? props.request.completionEmoji : null;
  return (
    <Card
      tint={user.subscriptionTier}
      className={cn("relative flex h-full flex-col gap-3 shadow-xs", isReturnedTo && "ring-3 ring-accent")}
    >
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} size="sm" />
        <div className="min-w-0 flex-1">
          <PersonLink person={user} className="-my-1" />
          <Delivered delivered={user.delivered} />
        </div>
        <TierBadge tier={user.subscriptionTier} />
      </div>
      <RequestSummary
        request={request}
        money={money}
        renderedAt={renderedAt}
        faces={faces ?? props.faces}
        first={first}
        reached={completionEmoji === null && <GoalReached request={request} />}
      >
        <h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
          <button
            type="button"
            onClick={() => onOpen(request.id)}
            className="text-left after:absolute after:inset-0 after:rounded-2xl after:content-['']"
          >
            {item}
          </button>
        </h2>
      </RequestSummary>
      <div className="relative z-10 -mb-1 flex flex-wrap items-center justify-between gap-2">
        {isOwn ? (
          <Badge>{t("yours")}</Badge>
        ) : (
          <DonateButton
            request={request}
            label={t("donate")}
            className="flex-1"
            onDonate={() => onDonate(request)}
          />
        )}
        <ShareControl
          requestId={request.id}
          item={item}
          isOwn={isOwn}
          {...(completionEmoji !== null && {
            label: t("shareGoal", { emoji: completionEmoji }),
            size: "sm" as const,
          })}
        />
      </div>
    </Card>
  );
});
