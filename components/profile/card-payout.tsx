import { CreditCard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { CardSetup } from "@/components/donate/types";
import { lazily } from "@/components/shared/lazily";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import type { PayoutMethod } from "@/lib/ground/vocabulary";
import { type Payout, withoutCard } from "./payout";
import { useSettings } from "./use-settings";

const CardDialog = lazily(() => import("./card-dialog"), "CardDialog");

type Props = { payout: Payout; method: PayoutMethod; setup: CardSetup };

/** The card that receives donations: add, replace or remove it (D18). */
export function CardPayout({ payout, method, setup }: Props) {
  const t = useTranslations("profile.payment");
  const { saving, save } = useSettings();
  const form = useDialog();
  const first = useRef<HTMLButtonElement>(null);
  const { hasCard } = payout;

  return (
    <div className="space-y-3">
      <p className="flex gap-3">
        <CreditCard aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <span>
          {t(hasCard ? "card.stored" : `card.about.${method === "applepay" ? "applepay" : "visa"}`)}
        </span>
      </p>
      {!setup && !hasCard && <p role="alert">{t("card.unavailable")}</p>}
      {hasCard && payout.paymentMethod !== method && (
        <Button className="w-full" pending={saving} onClick={() => save({ paymentMethod: method })}>
          {t(saving ? "saving" : "save")}
        </Button>
      )}
      <div className="flex flex-wrap gap-2 *:flex-1">
        {setup && (
          <Button
            ref={first}
            variant={hasCard ? "outline" : "default"}
            aria-haspopup="dialog"
            onClick={form.opens(true)}
          >
            {t(hasCard ? "card.replace" : "card.add")}
          </Button>
        )}
        {hasCard && (
          <Button
            variant="outline"
            aria-disabled={saving || undefined}
            onClick={() => !saving && save(withoutCard(payout), { onSaved: () => first.current?.focus() })}
          >
            {t("card.remove")}
          </Button>
        )}
      </div>
      {form.shown && setup && <CardDialog setup={setup} method={method} {...form.props} />}
    </div>
  );
}
