import { PartyPopper } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { FundingRequest } from "@/lib/domain/requests/schema";

/** The label of a request whose goal is reached, with the emoji its owner chose (D22); nothing before. */
export function GoalReached({
  request,
}: {
  request: Pick<FundingRequest, "raised" | "goal" | "completionEmoji">;
}) {
  const t = useTranslations("feed");
  if (request.raised < request.goal) return null;
  return (
    <Badge variant="success">
      {request.completionEmoji ? (
        <span aria-hidden>{request.completionEmoji}</span>
      ) : (
        <PartyPopper aria-hidden />
      )}
      {t("goalReached")}
    </Badge>
  );
}
