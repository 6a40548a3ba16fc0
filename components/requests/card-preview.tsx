import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonName } from "@/components/shared/person-name";
import { TierBadge } from "@/components/shared/tier-badge";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card } from "@/components/ui/card";
import type { Face } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { GoalReached } from "./goal-reached";
import { RequestSummary } from "./request-summary";

type Props = {
  request: FundingRequest;
  /** Of those who gave. */
  faces?: readonly Face[];
  money: FormatMoney;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** The level of its heading on the page. */
  heading: "h2" | "h3";
};

/** A request's card as others see it, without its buttons. */
export function CardPreview({ request, faces = [], money, renderedAt, heading: Heading }: Props) {
  const { user, item } = request;
  return (
    <Card tint={user.subscriptionTier} className="flex flex-col gap-3 overflow-hidden shadow-xs">
      <div className="flex items-center gap-3">
        <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} size="sm" />
        <PersonName person={user} className="flex-1" />
        <TierBadge tier={user.subscriptionTier} />
      </div>
      <RequestSummary
        request={request}
        money={money}
        first
        renderedAt={renderedAt}
        faces={faces}
        reached={<GoalReached request={request} />}
      >
        <Heading className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">{item}</Heading>
      </RequestSummary>
    </Card>
  );
}
