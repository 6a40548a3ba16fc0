"use client";

import { CircleCheck, CircleHelp, CircleX, Clock, CloudOff, type LucideIcon, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useMoney } from "@/components/shared/money";
import { nameInFull } from "@/components/shared/person-name";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import { Breakdown } from "@/components/donate/breakdown";
import { Celebration } from "./celebration";
import { Recheck } from "./recheck";

type State = PaymentOutcome["state"];

const STYLES: Record<State, { icon: LucideIcon; colours: string }> = {
  succeeded: { icon: CircleCheck, colours: "bg-success text-success-foreground" },
  processing: { icon: Clock, colours: "bg-secondary text-secondary-foreground" },
  unavailable: { icon: CloudOff, colours: "bg-accent-soft text-accent-foreground" },
  failed: { icon: CircleX, colours: "bg-accent-soft text-accent-foreground" },
  refunded: { icon: Undo2, colours: "bg-accent-soft text-accent-foreground" },
  unknown: { icon: CircleHelp, colours: "bg-muted text-muted-foreground" },
};

const HEADING = {
  succeeded: "yourPayment",
  processing: "yourPayment",
  failed: "notCharged",
  refunded: "goesBack",
} as const;

type Props = { outcome: PaymentOutcome; paymentId: string };

/** How a payment ended, in words and amounts (D26, D35). */
export function Outcome({ outcome, paymentId }: Props) {
  const t = useTranslations("paymentSuccess");
  const shared = useTranslations("shared");
  const common = useTranslations("common");
  const money = useMoney();
  const { state } = outcome;
  const { icon: Icon, colours } = STYLES[state];
  const item = "item" in outcome ? (outcome.item ?? shared("deletedRequest")) : "";
  const approvalUrl = state === "failed" ? outcome.approvalUrl : null;
  const amount = "breakdown" in outcome ? money(outcome.breakdown.totalAmount) : "";
  // The address says that the payer approved. It does so once: opened again, it must not have a refused payment tried again.
  const isRefused = approvalUrl !== null;
  useEffect(() => {
    if (isRefused) window.history.replaceState(null, "", `${window.location.pathname}?donation=${paymentId}`);
  }, [isRefused, paymentId]);
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 py-6">
      {state === "succeeded" && (
        <Celebration id={paymentId} title={t("toast.title")} text={t("toast.text")} />
      )}
      <span className={cn("mx-auto grid size-20 place-items-center rounded-full", colours)}>
        <Icon aria-hidden className="size-10" />
      </span>
      <div className="space-y-2 text-center">
        <h1 className="text-3xl font-bold">{t(`titles.${state}`)}</h1>
        <p className="text-lg text-muted-foreground [overflow-wrap:anywhere]">
          {t(`texts.${state}`, { item, amount })}
        </p>
      </div>
      {(state === "processing" || state === "unavailable") && <Recheck later={t("checkLater")} />}
      {"breakdown" in outcome && (
        <section className="space-y-2">
          <h2 className="font-semibold">{t(HEADING[outcome.state])}</h2>
          <Breakdown
            amounts={outcome.breakdown}
            {...((state === "succeeded" || state === "processing") && {
              recipient:
                recipientOf(outcome) ??
                (outcome.recipientAnonymous ? common("anonymous") : shared("deletedUser")),
            })}
          />
        </section>
      )}
      <nav className="flex flex-col gap-2">
        {approvalUrl !== null && (
          <Button size="lg" asChild>
            <a href={approvalUrl}>{t("payOtherwise")}</a>
          </Button>
        )}
        {state === "failed" && (
          <Button size="lg" variant={approvalUrl === null ? "default" : "outline"} asChild>
            <Link href={`/?request=${outcome.requestId}`}>{t("tryAgain")}</Link>
          </Button>
        )}
        <Button size="lg" variant={state === "failed" ? "outline" : "default"} asChild>
          <Link href="/">{t("home")}</Link>
        </Button>
        <Button size="lg" variant="outline" asChild>
          <Link href="/leaderboard">{t("leaderboard")}</Link>
        </Button>
      </nav>
    </div>
  );
}

/** Who receives it; null once their account was erased. */
function recipientOf({
  recipientName: name,
  recipientUsername: username,
}: Extract<PaymentOutcome, { requestId: string }>): string | null {
  return name === null || username === null ? null : nameInFull({ name, username });
}
