"use client";

import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { progressPercent } from "@/lib/ground/money/format";
import { useMoney } from "./money";

type Props = { item: string; raised: number; goal: number; className?: string };

/** How far a request is, read out as amounts. Cents. */
export function ProgressBar({ item, raised, goal, className }: Props) {
  const t = useTranslations("common");
  const money = useMoney();
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
