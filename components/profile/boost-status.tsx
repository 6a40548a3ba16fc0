import { Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTimeText } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";
import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";

type Props = { request: Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt"> };

/**
 * The boost that was applied to a request, and until when it lasts (specification 2, My Requests); nothing without
 * one.
 */
export function BoostStatus({ request }: Props) {
  const t = useTranslations("boosts.standing");
  const { appliedBoostType, boostAppliedAt } = request;
  if (!appliedBoostType || !boostAppliedAt) return null;
  const until = boostedUntil(appliedBoostType, new Date(boostAppliedAt));
  const running = until > now();
  return (
    <Badge
      variant={running ? (appliedBoostType === "normal" ? "gold" : "diamond") : "neutral"}
      className="max-w-full shrink rounded-xl"
    >
      <Rocket aria-hidden className="shrink-0" />
      <span>
        {t.rich(`${appliedBoostType}.${running ? "running" : "over"}`, {
          moment: () => <DateTimeText value={until.toISOString()} />,
        })}
      </span>
    </Badge>
  );
}
