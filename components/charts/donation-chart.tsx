import { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";
import { MonthFigure, STEP } from "./months";

const HEIGHT = 100;
/** The least height of a bar, so that a small amount is seen. */
const LEAST = 3;
const GAP = 4;

type Props = {
  months: readonly Pick<DonationMonth, "start" | "given">[];
  money: FormatMoney;
  caption: string;
  /** What the table for screen readers says; by default what was given. */
  table?: { caption: string; amount: string };
};

/** What a person gave in each month, as bars; nothing when that is nothing. Drawn on the server. */
export function DonationChart({ months, money, caption, table }: Props) {
  const t = useTranslations("myDonations");
  const most = Math.max(...months.map(({ given }) => given));
  if (most <= 0) return null;
  return (
    <MonthFigure
      caption={caption}
      top={money(most)}
      months={months.map(({ start, given }) => ({ start, value: money(given) }))}
      table={table ?? { caption: t("byMonth"), amount: t("given") }}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full border-y border-t-border border-b-input [border-top-style:dashed]"
      >
        {months.map(({ start, given }, n) => {
          const height = given > 0 ? Math.max(LEAST, (given / most) * HEIGHT) : 0;
          return (
            <rect
              key={start}
              x={n * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
              className={n === months.length - 1 ? "fill-accent" : "fill-primary"}
            />
          );
        })}
      </svg>
    </MonthFigure>
  );
}
