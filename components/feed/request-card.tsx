import { useTranslations } from "next-intl";
import { DonateButton } from "@/components/requests/donate-button";
import { RequestSummary } from "@/components/requests/request-summary";
import { ShareControl } from "@/components/requests/share-control";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonLink } from "@/components/shared/person-name";
import { TierBadge } from "@/components/shared/tier-badge";
import { useMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { Face } from "@/lib/domain/givers/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  viewerId: string;
  appUrl: string;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** Of those who gave. */
  faces: readonly Face[];
  /** The viewer just gave to it. */
  isReturnedTo: boolean;
  /** It is among those that fill the first screen. */
  first: boolean;
  onOpen: () => void;
  onDonate: () => void;
};

/** One request in the feed; the whole card opens it. */
export function RequestCard({ request, viewerId, appUrl, isReturnedTo, onOpen, onDonate, ...shown }: Props) {
  const t = useTranslations("feed");
  const money = useMoney();
  const { user, item, completionEmoji } = request;
  return (
    <Card
      tint={user.subscriptionTier}
      className={cn("relative flex h-full flex-col gap-3 shadow-xs", isReturnedTo && "ring-3 ring-accent")}
    >
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} size="sm" />
        <PersonLink person={user} className="-my-1 flex-1" />
        <TierBadge tier={user.subscriptionTier} />
      </div>
      <RequestSummary request={request} money={money} {...shown}>
        <h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
          <button
            type="button"
            onClick={onOpen}
            className="text-left after:absolute after:inset-0 after:rounded-2xl after:content-['']"
          >
            {item}
          </button>
        </h2>
      </RequestSummary>
      <div className="relative z-10 -mb-1 flex flex-wrap items-center justify-between gap-2">
        {request.userId === viewerId && <Badge>{t("yours")}</Badge>}
        <DonateButton
          request={request}
          viewerId={viewerId}
          label={t("donate")}
          className="flex-1"
          onDonate={onDonate}
        />
        {completionEmoji === null ? (
          <ShareControl requestId={request.id} item={item} appUrl={appUrl} />
        ) : (
          <ShareControl
            requestId={request.id}
            item={item}
            appUrl={appUrl}
            label={t("shareGoal", { emoji: completionEmoji })}
            size="sm"
          />
        )}
      </div>
    </Card>
  );
}
