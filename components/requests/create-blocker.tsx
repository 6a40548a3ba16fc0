import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useLoginLink } from "@/components/shared/use-login-link";
import { Button } from "@/components/ui/button";
import { isHighest } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";

/** What prevents a new request (specification 5; D8, D18). */
export const BLOCKERS = [
  "PAYMENT_METHOD_REQUIRED",
  "PAYMENT_DETAILS_REQUIRED",
  "MAX_REQUESTS_REACHED",
  "UNAUTHENTICATED",
] as const;
export type Blocker = (typeof BLOCKERS)[number];
/** What a banner says: the form itself asks for the payment method. */
type BannerBlocker = Exclude<Blocker, "PAYMENT_METHOD_REQUIRED">;

type Props = {
  blocker: BannerBlocker;
  /** How many requests may be active (D8). */
  limit: number;
  tier: Tier;
  /** The server refused a request that was sent; what was typed is stored. */
  met: boolean;
};

type Way = { label: string; href: string };

/** Says what is missing and links to where it can be fixed. */
export function CreateBlocker({ blocker, limit, tier, met }: Props) {
  const t = useTranslations("request.create");
  const title = useRef<HTMLParagraphElement>(null);
  const full = blocker === "MAX_REQUESTS_REACHED";
  const replacesForm = full && met;
  const [heading, text] = {
    PAYMENT_DETAILS_REQUIRED: [t("paymentIncompleteTitle"), t("paymentIncomplete")],
    MAX_REQUESTS_REACHED: [t("limitTitle"), t("limitText", { limit })],
    UNAUTHENTICATED: [t("login"), t("loginKept")],
  }[blocker];
  const [first, second] = useWays(blocker, tier);

  // The focused button disappeared with the form.
  useEffect(() => {
    if (replacesForm) title.current?.focus();
  }, [replacesForm]);

  return (
    <div role="status" className="flex gap-3 rounded-2xl bg-accent-soft p-4 text-accent-foreground">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 space-y-2">
        <p ref={title} tabIndex={-1} className="font-semibold outline-none">
          {heading}
        </p>
        <p>{text}</p>
        {replacesForm && <p>{t("limitKept")}</p>}
        <div className="flex flex-wrap gap-2">
          {first && (
            <Button asChild>
              <Link href={first.href}>{first.label}</Link>
            </Button>
          )}
          {second && (
            <Button asChild variant="outline">
              <Link href={second.href}>{second.label}</Link>
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Links to where the obstacle can be removed, the likeliest first. Diamond has the highest limit. */
function useWays(blocker: BannerBlocker, tier: Tier): Way[] {
  const t = useTranslations();
  const login = useLoginLink();
  if (blocker === "UNAUTHENTICATED") return [login];
  if (blocker !== "MAX_REQUESTS_REACHED") {
    return [{ label: t("request.create.toSettings"), href: "/profile#payment" }];
  }
  const requests = { label: t("checkout.ending.toRequests"), href: "/profile#requests" };
  const plans = { label: t("subscription.viewPlans"), href: "/subscription" };
  return isHighest(tier) ? [requests] : [requests, plans];
}
