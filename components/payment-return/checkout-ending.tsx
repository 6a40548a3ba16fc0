"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { toast } from "@/components/ui/toast-store";
import { type Ending, isFollowed } from "./ending";

const EndingDialog = lazily(() => import("./ending-dialog"), "EndingDialog");

type Props = {
  /** Named by the address; null without one. */
  ending: Ending | null;
  viewerId: string;
};

/**
 * Shows once how a purchase or a subscription ended. The address is cleaned as soon as the outcome is final; the
 * dialog stays until it is closed.
 */
export function CheckoutEnding({ ending, viewerId }: Props) {
  const t = useTranslations("checkout");
  const tiers = useTranslations("common.tier");
  const router = useRouter();
  const [kept, setKept] = useState(ending);
  const [closed, setClosed] = useState<string | null>(null);
  if (ending && ending !== kept) setKept(ending);
  const shown = kept && kept.id !== closed ? kept : null;
  const settled = shown !== null && !isFollowed(shown) ? shown.id : null;

  useEffect(() => {
    if (settled === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    // The page and its header may have been read before this was settled.
    router.refresh();
  }, [settled, router]);

  const say = useEffectEvent(() => {
    if (!shown) return;
    const { bought, outcome } = shown;
    if (outcome.state === "failed") {
      const title = t(`failures.${bought === "purchase" ? "purchaseFailed" : "subscriptionError"}`);
      toast({ title, description: t(`ending.${bought}.titles.failed`), variant: "destructive" });
    } else if (outcome.state === "completed") {
      const title = t("ending.purchase.titles.completed");
      toast({ title, description: t("ending.purchase.toast"), variant: "success" });
    } else if (outcome.state === "active") {
      const title = t("ending.subscription.titles.active");
      const description = t("ending.subscription.toast", { tier: tiers(outcome.tier) });
      toast({ title, description, variant: "success" });
    }
  });
  useEffect(() => {
    if (settled !== null) say();
  }, [settled]);

  function close() {
    setClosed(shown?.id ?? null);
    if (window.location.search !== "") window.history.replaceState(null, "", window.location.pathname);
  }

  // Not `onClose`: where the dialog's code is lost, the outcome is not to be closed with it.
  return shown && <EndingDialog ending={shown} viewerId={viewerId} onLeave={close} />;
}
