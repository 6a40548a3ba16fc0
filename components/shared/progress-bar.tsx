import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { progressPercent } from "@/lib/ground/money/format";
import type { FormatMoney } from "./use-money";

type Props = { item: string; raised: number; goal: number; money: FormatMoney; className?: string };

/** The progress of a request; screen readers get the amounts. Cents. */
export function ProgressBar({ item, raised, goal, money, className }: Props) {
  const t = useTranslations("common");
  return (
    <Progress
      value={progressPercent(raised, goal)}
      done={raised >= goal}
      label={t("progressOf", { item })}
      valueText={t("raisedOf", { raised: money(raised), goal: money(goal) })}
      {...(className && { className })}
    />
  );
}
