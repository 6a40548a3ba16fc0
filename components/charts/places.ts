import { PAST_PLACES } from "@/lib/domain/leaderboard/rules";
import type { DonationMonth } from "@/lib/domain/leaderboard/schema";

type Rank = DonationMonth["rank"];

export const PLOT_HEIGHT = 100;
/** Room for a dot above the best and below the worst place. */
const EDGE = 12;

/** Where a place is drawn, in a plot of `PLOT_HEIGHT`, the best on top; `month` counts from 0. */
type Point = { month: number; y: number };

/**
 * The lines between the places of months that follow each other, and the best and the worst place; null when there is
 * none. A step from 1 to 2 is as high as one from 100 to 200. A place beyond those counted is drawn right after them.
 */
export function linesOf(ranks: readonly Rank[]): { lines: Point[][]; best: Rank; worst: Rank } {
  const depths = ranks.map((rank) =>
    rank === null ? null : Math.log(rank === "beyond" ? PAST_PLACES + 1 : rank),
  );
  const known = depths.filter((depth) => depth !== null);
  const [top, bottom] = [Math.min(...known), Math.max(...known)];
  const lines: Point[][] = [];
  depths.forEach((depth, month) => {
    if (depth === null) return;
    const share = bottom > top ? (depth - top) / (bottom - top) : 0;
    const point = { month, y: EDGE + share * (PLOT_HEIGHT - 2 * EDGE) };
    const line = lines.at(-1);
    if (line?.at(-1)?.month === month - 1) line.push(point);
    else lines.push([point]);
  });
  return {
    lines,
    best: ranks[depths.indexOf(top)] ?? null,
    worst: ranks[depths.indexOf(bottom)] ?? null,
  };
}
