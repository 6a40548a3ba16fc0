import { CircleCheck, Landmark } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAction } from "@/components/shared/use-action";
import { RadioTile } from "@/components/ui/radio-tile";
import { updateSettingsAction } from "@/lib/actions/settings";

/**
 * The last question of the form: how somebody gets the money who has not said so yet. The bank is saved at once, and
 * enough to ask (D60); who they are is asked after the first donation. Other ways are in the settings.
 */
export function PayoutQuestion({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations("request.create.payoutQuestion");
  const create = useTranslations("request.create");
  const { pending, run } = useAction();
  const [isChosen, setChosen] = useState(false);

  function choose() {
    setChosen(true);
    run(() => updateSettingsAction({ paymentMethod: "bank" }), {
      failed: { title: t("failed") },
      onFailed: () => setChosen(false),
    });
  }

  if (!isOpen && !isChosen) return null;
  return (
    <fieldset className="space-y-2" disabled={pending}>
      <legend className="text-base font-medium">{t("title")}</legend>
      <RadioTile name="payout" checked={isChosen} onChange={choose}>
        <Landmark aria-hidden className="size-5 shrink-0" />
        <span className="grow">
          {t("bank")}
          <span className="block text-sm font-normal text-muted-foreground">{t("bankHint")}</span>
        </span>
        {isChosen && <CircleCheck aria-hidden className="size-5 shrink-0" />}
      </RadioTile>
      {!isChosen && (
        <Link
          href="/profile#payment"
          className="inline-flex min-h-11 items-center text-sm font-medium underline underline-offset-4"
        >
          {create("toSettings")}
        </Link>
      )}
    </fieldset>
  );
}
