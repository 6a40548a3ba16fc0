import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useMoney } from "@/components/shared/use-money";
import type { FundingRequest } from "@/lib/domain/requests/schema";

/** The time between two announcements. */
const PAUSE_MS = 5_000;

type Props = { request: Pick<FundingRequest, "raised" | "goal"> };

/** Tells screen readers that somebody gave to the request that is open, but does not interrupt what they read. */
export function Moved({ request: { raised, goal } }: Props) {
  const t = useTranslations("request.detail");
  const money = useMoney();
  const [said, setSaid] = useState<number | null>(null);
  const last = useRef({ raised, at: 0 });

  useEffect(() => {
    if (raised <= last.current.raised) {
      last.current.raised = raised;
      return;
    }
    const say = () => {
      last.current = { raised, at: Date.now() };
      setSaid(raised);
    };
    const timer = setTimeout(say, last.current.at + PAUSE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [raised]);

  return (
    <p role="status" className="sr-only">
      {said !== null && t(said < goal ? "moved" : "movedToGoal", { raised: money(said), goal: money(goal) })}
    </p>
  );
}
