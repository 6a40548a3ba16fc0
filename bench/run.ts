import { feedRendering } from "./feed-rendering";
import type { Benchmark, Figure } from "./figure";
import { hotRequest } from "./hot-request";
import { interaction } from "./interaction";
import { javascript } from "./javascript";
import { journey } from "./journey";
import { lighthouse } from "./lighthouse";
import { live } from "./live";
import { memory } from "./memory";
import { pages } from "./pages";
import { partitions } from "./partitions";
import { ranks } from "./ranks";
import { searches } from "./searches";
import { settlement } from "./settlement";
import { soak } from "./soak";
import { start } from "./start";
import { traces } from "./traces";
import { webhook } from "./webhook";

/** Every benchmark, in the order of docs/performance.md. */
const BENCHMARKS: readonly Benchmark[] = [
  webhook,
  settlement,
  hotRequest,
  pages,
  ranks,
  partitions,
  searches,
  feedRendering,
  javascript,
  lighthouse,
  traces,
  interaction,
  live,
  journey,
  memory,
  soak,
  start,
];

/** Runs the named benchmarks, or all, and prints one table. Returns whether every target was met. */
export async function runBenchmarks(names: readonly string[]): Promise<boolean> {
  const chosen = BENCHMARKS.filter(({ name, byNameOnly }) =>
    names.length === 0 ? !byNameOnly : names.includes(name),
  );
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = BENCHMARKS.map(({ name }) => name).join(", ");
    throw new Error(`There is no benchmark ${unknown.join(", ")}; there are ${known}.`);
  }
  const rows: string[][] = [];
  let met = true;
  for (const { id, name, title, run } of chosen) {
    const begun = performance.now();
    console.log(`▸ ${id} ${name}: ${title}`);
    try {
      const figures = await run();
      console.log(`  ${((performance.now() - begun) / 1000).toFixed(0)} s`);
      rows.push(...figures.map((figure) => rowOf(id, figure)));
      met &&= figures.every((figure) => figure.met);
    } catch (error) {
      // The figures of the others took minutes.
      console.error(error);
      rows.push([id, `${name} failed`]);
      met = false;
    }
  }
  printTable([HEAD, ...rows]);
  return met;
}

const HEAD = ["", "what", "ours", "limit", "unit", "ratio", "target", "spread", "met"];

function rowOf(id: string, { label, ours, limit, unit, ratio, target, met, spread = "" }: Figure): string[] {
  return [id, label, brief(ours), brief(limit), unit, ratio.toFixed(2), target, spread, met ? "yes" : "NO"];
}

/** No decimals from a hundred on, two below ten. */
function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

function printTable(rows: string[][]): void {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log("");
  for (const row of rows) {
    const cells = widths.map((width, column) => (row[column] ?? "").padEnd(width));
    console.log(`| ${cells.join(" | ")} |`);
    if (row === HEAD) console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  }
}
