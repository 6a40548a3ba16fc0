"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import type { Purchase } from "@/lib/domain/withdrawals/schema";

const WithdrawDialog = lazily(() => import("./withdraw-dialog").then((module) => module.WithdrawDialog));

/** `what` and `comesBack` as they are shown. */
type Props = { purchase: Purchase; what: string; comesBack: string };

/** Withdraws from a purchase, after saying what comes back. */
export function WithdrawButton({ purchase, what, comesBack }: Props) {
  const t = useTranslations("profile.purchases");
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="outline"
        aria-haspopup="dialog"
        aria-label={t("withdrawOf", { what })}
        onClick={() => setAsking(true)}
      >
        {t("withdraw")}
      </Button>
      {asking && (
        <WithdrawDialog
          purchase={purchase}
          what={what}
          comesBack={comesBack}
          onClose={() => setAsking(false)}
          onClosed={(event) => {
            event.preventDefault();
            (button.current ?? document.getElementById("purchases"))?.focus();
          }}
        />
      )}
    </>
  );
}
