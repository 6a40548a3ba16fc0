import Link from "next/link";
import { useTranslations } from "next-intl";
import { boostSelectionHref } from "@/components/boosts/selection";
import { hasDraft } from "@/components/requests/draft-storage";
import { Button } from "@/components/ui/button";
import type { Ending } from "./ending";

type Props = { ending: Ending; viewerId: string; onClose: () => void };

/** What to do next: use what was bought, try again with the same choice, or close. */
export function EndingActions({ ending, viewerId, onClose }: Props) {
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
function UseBoosts({ viewerId, onClose }: Omit<Props, "ending">) {
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

function TryAgain({ ending, onClose }: Omit<Props, "viewerId">) {
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
