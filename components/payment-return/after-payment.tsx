"use client";

import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { takeDonated } from "@/components/shared/donated";
import { ProgressBar } from "@/components/shared/progress-bar";
import { storeRaisedBefore } from "@/components/shared/raised-before";
import { useMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import type { FundingRequest } from "@/lib/domain/requests/schema";

/**
 * That the payment succeeded, on the page itself instead of in a toast (specification 8). Screen readers announce only
 * what appears inside an element that was there before.
 */
export function PaidMark({ text }: { text: string }) {
  const [said, setSaid] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p role="status" className="min-h-6">
      {said && (
        <Badge variant="success" className="animate-in fade-in-0">
          <CircleCheck aria-hidden />
          {text}
        </Badge>
      )}
    </p>
  );
}

/**
 * Replaces the address of the page. The provider's says that the payer approved: opened again, it would try a refused
 * payment once more.
 */
export function ReplaceAddress({ href }: { href: string }) {
  useEffect(() => window.history.replaceState(null, "", href), [href]);
  return null;
}

/**
 * After a donation that was paid without leaving this document, once its page is shown: the router still has the feed,
 * the leaderboard and the person's figures as they were (specification 4, Card donation flow).
 */
export function RefreshOthers() {
  const router = useRouter();
  useEffect(() => {
    if (takeDonated()) router.refresh();
  }, [router]);
  return null;
}

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
