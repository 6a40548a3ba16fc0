import { useFormatter, useTranslations } from "next-intl";
import { PAST_PLACES } from "@/lib/domain/leaderboard/rules";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";
import { MonthFigure, STEP, useMonthNames } from "./months";
import { linesOf, PLOT_HEIGHT } from "./places";

/** A person's place on the leaderboard of each month, as a line; nothing without one. Drawn on the server. */
export function PlaceChart({ months }: { months: readonly DonationMonth[] }) {
  const t = useTranslations("myDonations");
  const names = useMonthNames();
  const format = useFormatter();
  const placeText = (rank: DonationMonth["rank"]) => {
    if (rank === null) return t("noPlace");
    if (rank === "beyond") return t("beyond", { limit: format.number(PAST_PLACES) });
    return t("place", { rank: format.number(rank) });
  };
  const { lines, best, worst } = linesOf(months.map(({ rank }) => rank));
  if (best === null) return null;
  // The latest of several months with the same place.
  const bestMonth = months.findLast(({ rank }) => rank === best);
  return (
    <MonthFigure
      caption={
        best === "beyond" || !bestMonth
          ? t("places")
          : t("best", { place: placeText(best), month: names.alone(bestMonth.start) })
      }
      top={placeText(best)}
      months={months.map(({ start, rank }) => ({ start, value: placeText(rank) }))}
      table={{ caption: t("places"), amount: t("placeTitle") }}
    >
      <div className="relative h-28 border-y border-t-border border-b-input [border-top-style:dashed]">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${months.length * STEP} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full fill-none stroke-primary"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          {lines.map((points) => {
            const line = points.map(({ month, y }) => `${(month + 0.5) * STEP} ${y}`);
            return (
              <g key={line[0]}>
                <path d={`M${line.join("L")}`} strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
                {/* Dots are strokes without a length: a circle would be stretched with the chart. */}
                <path
                  d={line.map((point) => `M${point}h0`).join("")}
                  strokeWidth={9}
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            );
          })}
        </svg>
        {worst !== best && (
          <span aria-hidden className="absolute bottom-0.5 left-0 text-xs text-muted-foreground tabular-nums">
            {placeText(worst)}
          </span>
        )}
      </div>
    </MonthFigure>
  );
}
