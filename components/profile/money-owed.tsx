import { Landmark, LoaderCircle, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { giveBackAction } from "@/lib/actions/payouts";

/** The two ways of somebody who is still owed money and wants to delete their account (payouts.md, Erasure). */
export function MoneyOwed({ onGivenBack }: { onGivenBack: () => void }) {
  const t = useTranslations("profile.data.erase.owed");
  const { pending, run } = useAction();
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button disappeared with the form.
  useEffect(() => title.current?.focus(), []);

  function giveBack() {
    if (pending) return;
    run(() => giveBackAction({}), {
      done: { title: t("givenBack"), description: t("givenBackText"), variant: "success" },
      failed: { title: t("failed") },
      onDone: onGivenBack,
    });
  }

  return (
    <>
      <DialogTitle ref={title} tabIndex={-1} className="outline-none">
        {t("title")}
      </DialogTitle>
      <DialogDescription>{t("text")}</DialogDescription>
      <div className="space-y-1.5">
        <Button asChild className="w-full">
          <Link href="/payouts">
            <Landmark aria-hidden />
            {t("payOut")}
          </Link>
        </Button>
        <p className="text-sm text-muted-foreground">{t("payOutHint")}</p>
      </div>
      <div className="space-y-1.5">
        <Button variant="outline" className="w-full" aria-disabled={pending || undefined} onClick={giveBack}>
          {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Undo2 aria-hidden />}
          {t(pending ? "givingBack" : "giveBack")}
        </Button>
        <p className="text-sm text-muted-foreground">{t("giveBackHint")}</p>
      </div>
    </>
  );
}
