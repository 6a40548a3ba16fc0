import { HandHeart } from "lucide-react";
import { useTranslations } from "next-intl";
import { maximumFor } from "@/components/donate/amount-choice";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast-store";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  label: string;
  className?: string;
  onDonate: () => void;
};

/**
 * Opens the donation dialog. When a free requester's goal is reached, or giving is paused, pressing it says so
 * (specification 5; payouts.md).
 */
export function DonateButton({ request, label, className, onDonate }: Props) {
  const t = useTranslations("feed");
  const payout = useTranslations("request.payout");
  const closed =
    maximumFor(request) === 0
      ? { title: t("goalReachedTitle"), description: t("goalReachedText") }
      : request.givingOff
        ? { title: payout("paused"), description: payout(`off.${request.givingOff}`) }
        : null;
  return (
    <Button
      aria-disabled={closed !== null || undefined}
      aria-label={`${label}: ${request.item}`}
      variant={closed ? "secondary" : "default"}
      className={cn(closed && "text-muted-foreground aria-disabled:opacity-100", className)}
      onClick={() => (closed ? toast(closed) : onDonate())}
    >
      <HandHeart aria-hidden />
      {label}
    </Button>
  );
}
