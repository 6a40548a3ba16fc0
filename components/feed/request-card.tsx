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
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  viewerId: string;
  appUrl: string;
  /** It is among those that fill the first screen. */
  first: boolean;
  onOpen: () => void;
  onDonate: () => void;
};

/** One request in the feed; the whole card opens it. */
export function RequestCard({ request, viewerId, appUrl, first, onOpen, onDonate }: Props) {
  const t = useTranslations("feed");
  const money = useMoney();
  const { user, item } = request;
  return (
    <Card tint={user.subscriptionTier} className="relative flex flex-col gap-3 shadow-xs">
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} size="sm" />
        <PersonLink person={user} className="-my-1 flex-1" />
        <TierBadge tier={user.subscriptionTier} />
      </div>
      <RequestSummary request={request} money={money} first={first}>
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
