/** Progress towards a goal in percent with one decimal, capped at 100 for display (specification 4). Never 100 before the goal is reached. */
export function progressPercent(raised: number, goal: number): number {
  if (raised >= goal) return 100;
  return Math.min(99.9, Math.floor((raised * 1_000) / goal) / 10);
}
