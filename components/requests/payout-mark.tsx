import { BadgeCheck, CirclePause, Clock, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { GIVEN_BACK_DAYS } from "@/lib/domain/payouts/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type PayoutState = Pick<FundingRequest, "canBePaidOut" | "givingOff">;

const LOOKS = {
  can: { icon: BadgeCheck, variant: "success" },
  notYet: { icon: Clock, variant: "neutral" },
  paused: { icon: CirclePause, variant: "accent" },
} as const satisfies Record<string, { icon: LucideIcon; variant: "success" | "neutral" | "accent" }>;

function stateOf({ canBePaidOut, givingOff }: PayoutState): keyof typeof LOOKS {
  if (givingOff) return "paused";
  return canBePaidOut ? "can" : "notYet";
}

/** Whether what is given to a request can be paid out now (payouts.md, Screens). */
export function PayoutMark({ request }: { request: PayoutState }) {
  const t = useTranslations("request.payout");
  const state = stateOf(request);
  const { icon: Icon, variant } = LOOKS[state];
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {t(state)}
    </Badge>
  );
}

/** The same in a sentence that says what it means for a donor. */
export function PayoutNote({ request }: { request: PayoutState }) {
  const t = useTranslations("request.payout");
  const state = stateOf(request);
  const Icon = LOOKS[state].icon;
  return (
    <p className="flex gap-2 text-sm text-muted-foreground">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <strong className="font-semibold text-popover-foreground">{t(state)}.</strong>{" "}
        {request.givingOff
          ? t(`off.${request.givingOff}`)
          : t(state === "can" ? "canText" : "notYetText", { days: GIVEN_BACK_DAYS })}
      </span>
    </p>
  );
}
