import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RequestPhoto } from "@/components/photos/request-photo";
import { ProgressBar } from "@/components/shared/progress-bar";
import type { FormatMoney } from "@/components/shared/use-money";
import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";
import { BoostedLabel } from "./boosted-label";
import { GoalReached } from "./goal-reached";
import { PayoutMark } from "./payout-mark";

type Props = {
  request: FundingRequest;
  money: FormatMoney;
  /** It is among those that fill the first screen. */
  first: boolean;
  /** The heading, with the link or button that opens the request. */
  children: ReactNode;
};

/** What a card shows of a request: photo, heading, description, labels and progress. */
export function RequestSummary({ request, money, first, children }: Props) {
  const common = useTranslations("common");
  const { item, raised, goal } = request;
  return (
    <>
      <RequestPhoto
        photoUrl={request.photoUrl}
        item={item}
        shape="card"
        first={first}
        className="-mx-4 w-[calc(100%+32px)] max-w-none sm:-mx-5 sm:w-[calc(100%+40px)]"
      />
      <div className="flex flex-col gap-1.5">
        {children}
        <p className="line-clamp-3 text-muted-foreground [overflow-wrap:anywhere]">{request.description}</p>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {isBoosted(request, now()) && <BoostedLabel />}
          <GoalReached request={request} />
          {!request.isCompleted && <PayoutMark request={request} />}
        </div>
      </div>
      <div className="space-y-1.5">
        <ProgressBar item={item} raised={raised} goal={goal} money={money} />
        <p className="tabular-nums">{common("raisedOf", { raised: money(raised), goal: money(goal) })}</p>
      </div>
    </>
  );
}

/** Whether a boost lifts a request in the feed at that time (D20). */
export function isBoosted(
  { appliedBoostType, boostAppliedAt }: Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt">,
  at: Date,
): boolean {
  if (!appliedBoostType || !boostAppliedAt) return false;
  return boostedUntil(appliedBoostType, new Date(boostAppliedAt)) > at;
}
