"use client";

import { useEffect, useState } from "react";
import { ProgressBar } from "@/components/shared/progress-bar";
import { storeRaisedBefore } from "@/components/shared/raised-before";
import { useMoney } from "@/components/shared/use-money";
import type { FundingRequest } from "@/lib/domain/requests/schema";

/** So that people see where the bar was. */
const SEEN_MS = 450;

type Props = {
  request: Pick<FundingRequest, "id" | "item" | "raised" | "goal">;
  /** Where the bar begins, in cents. */
  raisedBefore: number;
};

/** The bar of a request, moving by what was just given; the card in the feed moves its bar from the same amount. */
export function MovingBar({ request: { id, item, raised, goal }, raisedBefore }: Props) {
  const money = useMoney();
  const [shown, setShown] = useState(raisedBefore);

  useEffect(() => {
    storeRaisedBefore(id, raisedBefore);
    const timer = setTimeout(() => setShown(raised), SEEN_MS);
    return () => clearTimeout(timer);
  }, [id, raised, raisedBefore]);

  return (
    <ProgressBar item={item} raised={shown} goal={goal} money={money} className="h-3.5 *:duration-700" />
  );
}
