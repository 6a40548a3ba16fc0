import { Landmark, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Payee } from "@/lib/domain/payouts/schema";
import type { Payout } from "./payout";
import { useSettings } from "./use-settings";

type Props = { payout: Payout; payee: Payee };

/** The bank account that receives donations; the provider asks for it on its own page (payouts.md, Screens). */
export function BankPayout({ payout, payee }: Props) {
  const t = useTranslations("gettingPaid.bank");
  const { saving, save } = useSettings();
  const router = useRouter();
  const isMissing = payee.standing === "start" || payee.standing === "unpayable";
  return (
    <div className="space-y-3">
      <p className="flex gap-3">
        <Landmark aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <span>{t("text")}</span>
      </p>
      {payout.paymentMethod !== "bank" ? (
        <Button
          className="w-full"
          aria-disabled={saving || undefined}
          onClick={() =>
            save({ paymentMethod: "bank" }, { onSaved: () => isMissing && router.push("/payouts/start") })
          }
        >
          {saving && <LoaderCircle aria-hidden className="animate-spin" />}
          {t(isMissing ? "action" : "use")}
        </Button>
      ) : (
        <Button asChild variant={isMissing ? "default" : "outline"} className="w-full">
          {isMissing ? <Link href="/payouts/start">{t("action")}</Link> : <a href="#payouts">{t("see")}</a>}
        </Button>
      )}
    </div>
  );
}
