import { PartyPopper } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";

type Props = { item: string; onClose: () => void };

/** The goal was reached by others while the form was open: nothing can be given, and nothing was charged. */
export function GoalStep({ item, onClose }: Props) {
  const t = useTranslations("donate");
  return (
    <div role="status" className="flex flex-col gap-4 text-center">
      <PartyPopper aria-hidden className="mx-auto mt-2 size-12 text-accent" />
      <DialogTitle>{t("goalTitle")}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{t("goalText", { item })}</DialogDescription>
      <Button size="lg" onClick={onClose}>
        {t("goalBack")}
      </Button>
    </div>
  );
}
