"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { askedHref } from "@/components/boosts/asked";
import { hasDraft } from "@/components/requests/kept-draft";
import { Button } from "@/components/ui/button";
import type { Ending } from "./ending";

type Props = { ending: Ending; viewerId: string; onClose: () => void };

/** The ways on: to what can be done with what was bought, or to trying again with the same choice. */
export function EndingActions({ ending, viewerId, onClose }: Props) {
  const t = useTranslations("checkout.ending");
  const { outcome } = ending;
  const unpaid = outcome.state === "open" || outcome.state === "failed";
  const done = <Close label={t(unpaid ? "notNow" : "done")} main={false} onClose={onClose} />;

  if (ending.bought === "purchase" && ending.outcome.state === "completed") {
    const draft = hasDraft(viewerId);
    return (
      <Ways>
        <Button size="lg" asChild>
          {draft ? (
            <Link href="/request">{t("toRequest")}</Link>
          ) : (
            <Link href="/profile#requests" onClick={onClose}>
              {t("toRequests")}
            </Link>
          )}
        </Button>
        {done}
      </Ways>
    );
  }
  if (unpaid && ending.bought === "subscription") {
    return (
      <Ways>
        <Button size="lg" asChild>
          <Link href="/subscription">{t("tryAgain")}</Link>
        </Button>
        {done}
      </Ways>
    );
  }
  if (unpaid && "boostType" in outcome) {
    return (
      <Ways>
        <Button
          size="lg"
          onClick={() => {
            onClose();
            window.history.replaceState(null, "", askedHref(window.location.pathname, outcome));
          }}
        >
          {t("tryAgain")}
        </Button>
        {done}
      </Ways>
    );
  }
  return <Close label={t("done")} main onClose={onClose} />;
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-2">{children}</div>;
}

function Close({ label, main, onClose }: { label: string; main: boolean; onClose: () => void }) {
  return (
    <Button size="lg" variant={main ? "default" : "outline"} onClick={onClose}>
      {label}
    </Button>
  );
}
