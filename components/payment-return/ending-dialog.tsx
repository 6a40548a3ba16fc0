import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { boostSelectionHref } from "@/components/boosts/selection";
import { hasDraft } from "@/components/requests/draft-storage";
import { DateText } from "@/components/shared/dates";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { TIER_RULES } from "@/lib/ground/tiers";
import { type Ending, isFollowed, stateOf } from "./ending";
import { OutcomeMark } from "./outcome-mark";
import { Recheck } from "./recheck";

type Props = { ending: Ending; viewerId: string; onLeave: () => void };

/** The outcome in words, with what to do next. */
export function EndingDialog({ ending, viewerId, onLeave }: Props) {
  const t = useTranslations("checkout");
  return (
    <Modal
      onClose={onLeave}
      onClosed={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      <OutcomeMark state={stateOf(ending)} className="mt-2" />
      {ending.bought === "purchase" ? (
        <PurchaseWords ending={ending} />
      ) : (
        <SubscriptionWords ending={ending} />
      )}
      {isFollowed(ending) && <Recheck later={t("later")} />}
      <EndingActions ending={ending} viewerId={viewerId} onClose={onLeave} />
    </Modal>
  );
}

type Of<B extends Ending["bought"]> = { ending: Extract<Ending, { bought: B }> };

/** What happened, and what it cost. */
function PurchaseWords({ ending }: Of<"purchase">) {
  const t = useTranslations("checkout.ending.purchase");
  const money = useMoney();
  const { outcome } = ending;
  const state = stateOf(ending);
  const values =
    "boostType" in outcome
      ? { type: outcome.boostType, quantity: outcome.quantity, amount: money(outcome.totalAmount) }
      : {};
  return <Words title={t(`titles.${state}`)}>{t(`texts.${state}`, values)}</Words>;
}

function SubscriptionWords({ ending }: Of<"subscription">) {
  const t = useTranslations("checkout.ending.subscription");
  const tiers = useTranslations("common.tier");
  const { outcome } = ending;
  const state = stateOf(ending);
  const bought = "tier" in outcome ? outcome : null;
  const next = bought?.state === "active" ? bought.expiry : null;
  const values = bought && {
    tier: tiers(bought.tier),
    boosts: t(`boosts.${bought.tier}`, { quantity: TIER_RULES[bought.tier].monthlyBoosts.quantity }),
  };
  return (
    <Words title={t(`titles.${state}`)}>
      {t(`texts.${state}`, values ?? {})}
      {next !== null && (
        <span className="mt-2 block text-base">
          {t.rich("renews", { date: () => <DateText value={next} /> })}
        </span>
      )}
    </Words>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-2 text-center">
      <DialogTitle className="px-8 text-2xl font-bold">{title}</DialogTitle>
      <DialogDescription className="text-lg">{children}</DialogDescription>
    </div>
  );
}

type EndingActionsProps = { ending: Ending; viewerId: string; onClose: () => void };

/** What to do next: use what was bought, try again with the same choice, or close. */
function EndingActions({ ending, viewerId, onClose }: EndingActionsProps) {
  const t = useTranslations("checkout.ending");
  const { state } = ending.outcome;
  const unpaid = state === "open" || state === "failed";
  const completed = state === "completed";
  return (
    <div className="flex flex-col gap-2">
      {completed && <UseBoosts viewerId={viewerId} onClose={onClose} />}
      {unpaid && <TryAgain ending={ending} onClose={onClose} />}
      <Button size="lg" variant={completed || unpaid ? "outline" : "default"} onClick={onClose}>
        {t(unpaid ? "notNow" : "done")}
      </Button>
    </div>
  );
}

/** Back to the request whose boost was bought, otherwise to the person's requests. */
function UseBoosts({ viewerId, onClose }: Omit<EndingActionsProps, "ending">) {
  const t = useTranslations("checkout.ending");
  return (
    <Button size="lg" asChild>
      {hasDraft(viewerId) ? (
        <Link href="/request">{t("toRequest")}</Link>
      ) : (
        <Link href="/profile#requests" onClick={onClose}>
          {t("toRequests")}
        </Link>
      )}
    </Button>
  );
}

function TryAgain({ ending, onClose }: Omit<EndingActionsProps, "viewerId">) {
  const t = useTranslations("checkout.ending");
  const { outcome } = ending;
  if (!("boostType" in outcome)) {
    return (
      <Button size="lg" asChild>
        <Link href="/subscription">{t("tryAgain")}</Link>
      </Button>
    );
  }
  if (outcome.approvalUrl !== null) {
    return (
      <Button size="lg" asChild>
        <a href={outcome.approvalUrl}>{t("payOtherwise")}</a>
      </Button>
    );
  }
  return (
    <Button
      size="lg"
      onClick={() => {
        onClose();
        window.history.replaceState(null, "", boostSelectionHref(window.location.pathname, outcome));
      }}
    >
      {t("tryAgain")}
    </Button>
  );
}
