"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { toast } from "@/components/ui/toast-store";
import { Celebration } from "./celebration";
import { type Ending, isFollowed } from "./ending";

const EndingDialog = lazily(() => import("./ending-dialog").then((module) => module.EndingDialog));

/** Fewer than for a donation. */
const PARTICLES = 50;

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
  const failed = shown?.outcome.state === "failed" ? shown.bought : null;

  useEffect(() => {
    if (settled === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    // The page and its header may have been read before this was settled.
    router.refresh();
  }, [settled, router]);

  useEffect(() => {
    if (failed === null) return;
    const title = t(`failures.${failed === "purchase" ? "purchaseFailed" : "subscriptionError"}`);
    toast({ title, description: t(`ending.${failed}.titles.failed`), variant: "destructive" });
  }, [failed, t]);

  function close() {
    setClosed(shown?.id ?? null);
    if (window.location.search !== "") window.history.replaceState(null, "", window.location.pathname);
  }

  return (
    <>
      {shown?.outcome.state === "completed" && (
        <Celebration
          id={shown.id}
          title={t("ending.purchase.titles.completed")}
          text={t("ending.purchase.toast")}
          particles={PARTICLES}
        />
      )}
      {shown?.outcome.state === "active" && (
        <Celebration
          id={shown.id}
          title={t("ending.subscription.titles.active")}
          text={t("ending.subscription.toast", { tier: tiers(shown.outcome.tier) })}
          particles={PARTICLES}
        />
      )}
      {shown && <EndingDialog ending={shown} viewerId={viewerId} onClose={close} />}
    </>
  );
}
