import { HandHeart } from "lucide-react";
import { useTranslations } from "next-intl";
import { maximumFor } from "@/components/donate/amount-choice";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  viewerId: string;
  label: string;
  className?: string;
  onDonate: () => void;
};

/**
 * Opens the donation dialog. When a free requester's goal is reached, pressing it says so (specification 5). Absent
 * on the person's own request (D24).
 */
export function DonateButton({ request, viewerId, label, className, onDonate }: Props) {
  const t = useTranslations("feed");
  if (request.userId === viewerId) return null;
  const closed = maximumFor(request) === 0;
  return (
    <Button
      aria-disabled={closed || undefined}
      aria-label={`${label}: ${request.item}`}
      className={className}
      onClick={() =>
        closed ? toast({ title: t("goalReachedTitle"), description: t("goalReachedText") }) : onDonate()
      }
    >
      <HandHeart aria-hidden />
      {label}
    </Button>
  );
}
