import { CircleCheck, Landmark } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useAction } from "@/components/shared/use-action";
import { RadioTile } from "@/components/ui/radio-tile";
import { updateSettingsAction } from "@/lib/actions/settings";

type Props = {
  /** The person has not said yet how they are paid. */
  isOpen: boolean;
  /** Without the answer the request was refused. */
  isMissing: boolean;
};

/**
 * The last question of the form: how somebody gets the money who has not said so yet. The bank is saved at once, and
 * enough to ask (D60); who they are is asked after the first donation. Other ways are in the settings.
 */
export function PayoutQuestion({ isOpen, isMissing }: Props) {
  const t = useTranslations("request.create.payoutQuestion");
  const create = useTranslations("request.create");
  const { pending, run } = useAction();
  const [isChosen, setChosen] = useState(false);
  const question = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    if (!isMissing) return;
    question.current?.scrollIntoView({ block: "center" });
    question.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [isMissing]);

  function choose() {
    if (pending) return;
    setChosen(true);
    run(() => updateSettingsAction({ paymentMethod: "bank" }), {
      failed: { title: t("failed") },
      onFailed: () => setChosen(false),
    });
  }

  if (!isOpen && !isChosen) return null;
  return (
    <fieldset ref={question} className="space-y-2" aria-busy={pending}>
      <legend className="text-base font-medium">{t("title")}</legend>
      <RadioTile name="payout" aria-describedby="payout-missing" checked={isChosen} onChange={choose}>
        <Landmark aria-hidden className="size-5 shrink-0" />
        <span className="grow">
          {t("bank")}
          <span className="block text-sm font-normal text-muted-foreground">{t("bankHint")}</span>
        </span>
        {isChosen && <CircleCheck aria-hidden className="size-5 shrink-0" />}
      </RadioTile>
      <p id="payout-missing" className="text-sm font-medium text-destructive empty:hidden">
        {isMissing && !isChosen && t("missing", { bank: t("bank") })}
      </p>
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
