import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Benchmark, counted, type Figure, median } from "./figure";
import { startSignedIn } from "./signed-in";

/** Fetched by this benchmark, because nothing else needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = 5;

const CHROMIUM = "/usr/bin/chromium";
const CHROME_FLAGS = "--headless=new --no-sandbox --disable-gpu";

/** The specification requires that pages cannot be zoomed (D3), which this rule forbids. */
const ZOOM_RULE = "meta-viewport";

export const lighthouse: Benchmark = {
  id: "P7",
  name: "lighthouse",
  title: "Lighthouse as on a phone, signed out and signed in",
  run,
};

async function run(): Promise<Figure[]> {
  const { stack, cookie, stop } = await startSignedIn({ books: "demo" });
  const dir = await mkdtemp(join(tmpdir(), "lighthouse-"));
  try {
    const auth = await audited(`${stack.appUrl}/auth`, {}, dir);
    const feed = await audited(`${stack.appUrl}/`, { Cookie: cookie }, dir);
    return [...figuresOf("/auth", auth), ...figuresOf("/", feed)];
  } finally {
    await rm(dir, { recursive: true, force: true });
    await stop();
  }
}

type Audit = { score: number | null; numericValue?: number };
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

async function audited(url: string, headers: Record<string, string>, dir: string): Promise<Report[]> {
  const headersFile = join(dir, "headers.json");
  await writeFile(headersFile, JSON.stringify(headers));
  const reports: Report[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    const out = join(dir, `${n}.json`);
    await audit(url, out, headersFile);
    reports.push(JSON.parse(await readFile(out, "utf8")) as Report);
  }
  return reports;
}

/** Repeats a run that recorded nothing, as Lighthouse itself advises. */
async function audit(url: string, out: string, headersFile: string, tries = 3): Promise<void> {
  try {
    await promisify(execFile)(
      "npx",
      [
        "--yes",
        LIGHTHOUSE,
        url,
        "--quiet",
        "--output=json",
        `--output-path=${out}`,
        "--only-categories=performance,accessibility,best-practices",
        `--extra-headers=${headersFile}`,
        `--chrome-flags=${CHROME_FLAGS}`,
      ],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: "",
          ...(existsSync(CHROMIUM) && { CHROME_PATH: CHROMIUM }),
        },
      },
    );
  } catch (error) {
    if (tries === 1) throw error;
    await audit(url, out, headersFile, tries - 1);
  }
}

function figuresOf(page: string, reports: Report[]): Figure[] {
  const of = (label: string, unit: string, target: { atLeast: number } | { atMost: number }, read: Read) => {
    const values = reports.map(read);
    const spread = `${round(Math.min(...values))}–${round(Math.max(...values))}`;
    return counted(`${page}: ${label}`, { unit, target, ours: median(values), spread });
  };
  return [
    of("performance", "points", { atLeast: 95 }, (report) => points(report, "performance")),
    of("accessibility but for zoom", "points", { atLeast: 100 }, accessibility),
    of("best practices", "points", { atLeast: 95 }, (report) => points(report, "best-practices")),
    of("largest paint", "s", { atMost: 1.8 }, (report) => value(report, "largest-contentful-paint") / 1_000),
    of("layout shift", "", { atMost: 0.02 }, (report) => value(report, "cumulative-layout-shift")),
  ];
}

type Read = (report: Report) => number;

function points({ categories }: Report, category: string): number {
  return Math.round(100 * (categories[category]?.score ?? Number.NaN));
}

/** The category's score without the zoom rule. */
function accessibility({ categories, audits }: Report): number {
  let [reached, possible] = [0, 0];
  for (const { id, weight } of categories.accessibility?.auditRefs ?? []) {
    const score = audits[id]?.score;
    if (id === ZOOM_RULE || score === null || score === undefined) continue;
    reached += score * weight;
    possible += weight;
  }
  return Math.round((100 * reached) / possible);
}

function value({ audits }: Report, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN;
}

function round(number: number): number {
  return Math.round(number * 1_000) / 1_000;
}
