import type { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import { MONEY_PARTS, type MoneySums, QUIET_DAYS } from "@/lib/domain/payouts/rules";
import type { Payouts } from "@/lib/domain/payouts/schema";

type Words = {
  t: ReturnType<typeof useTranslations<"payoutsPage">>;
  money: FormatMoney;
  day: (at: Date) => string;
};

type Money = MoneySums &
  Pick<Payouts, "waitingUntil" | "waitingBecause"> & { payee: Pick<Payouts["payee"], "standing"> };

/** Where all the money is that a person received, in one sentence; what is nothing is left out. */
export function moneySentence(payouts: Money, { t, money, day }: Words): string {
  const { received, waitingUntil } = payouts;
  const parts = MONEY_PARTS.filter((part) => payouts[part] > 0).map((part) => {
    const values = { amount: money(payouts[part]), all: String(payouts[part] === received) };
    if (part !== "waiting") return t(part, values);
    return t(part, {
      ...values,
      because: reasonOf(payouts),
      day: waitingUntil === null ? "" : day(new Date(waitingUntil)),
      days: QUIET_DAYS,
    });
  });
  return t("sentence", { received: money(received), parts: parts.join(t("separator")) });
}

/** What waits for the person, or for a hold of theirs, waits for what their standing says (trust 46). */
function reasonOf({ waitingBecause, payee: { standing } }: Money): string {
  if (waitingBecause !== "payee" && waitingBecause !== "hold") return waitingBecause ?? "other";
  if (["start", "continue"].includes(standing)) return "payee";
  return ["held", "delayed", "ready"].includes(standing) ? "hold" : standing;
}
