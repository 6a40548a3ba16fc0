import { useTranslations } from "next-intl";
import { useMoney } from "@/components/shared/use-money";
import { passesBy } from "@/lib/domain/gift-meter/rules";
import { parseAmount } from "@/lib/ground/money";

type Props = {
  /** The goal as it is typed. */
  typed: FormDataEntryValue | null | undefined;
  /** What can be asked for without passing the limit, in cents; null without one. */
  left: number | null;
};

/** What a goal may mean for somebody who counts what they receive (firsts.md, Giftenmeter): they alone see it. */
export function MeterNotice({ typed, left }: Props) {
  const t = useTranslations("giftMeter.ask");
  const money = useMoney();
  const goal = parseAmount(String(typed ?? ""));
  const by = "cents" in goal ? passesBy(goal.cents, left) : null;
  return (
    <div aria-live="polite" className="rounded-xl bg-accent-soft p-4 text-accent-foreground empty:hidden">
      {by !== null && (
        <>
          <p className="font-semibold">{t("passes", { amount: money(by) })}</p>
          <p>{t("ways")}</p>
        </>
      )}
    </div>
  );
}
