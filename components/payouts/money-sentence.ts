import type { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import { QUIET_DAYS } from "@/lib/domain/payouts/rules";
import type { Payouts } from "@/lib/domain/payouts/schema";

type Words = {
  t: ReturnType<typeof useTranslations<"payoutsPage">>;
  money: FormatMoney;
  day: (at: Date) => string;
};

type Money = Pick<
  Payouts,
  "received" | "waiting" | "onTheWay" | "inBank" | "givenBack" | "waitingUntil" | "waitingBecause"
>;

/** The parts in the order of payouts.md, Screens. */
const PARTS = ["waiting", "onTheWay", "inBank", "givenBack"] as const;

/** Where all the money is that a person received, in one sentence; what is nothing is left out. */
export function moneySentence(payouts: Money, { t, money, day }: Words): string {
  const { received, waitingUntil, waitingBecause } = payouts;
  const parts = PARTS.filter((part) => payouts[part] > 0).map((part) => {
    const values = { amount: money(payouts[part]), all: String(payouts[part] === received) };
    if (part !== "waiting") return t(part, values);
    return t(part, {
      ...values,
      because: waitingBecause ?? "other",
      day: waitingUntil === null ? "" : day(new Date(waitingUntil)),
      days: QUIET_DAYS,
    });
  });
  return t("sentence", { received: money(received), parts: parts.join(t("separator")) });
}
