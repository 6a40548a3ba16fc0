import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { counted, type Figure, type Target } from "./figure";
import { startSignedIn } from "./signed-in";

/** Fetched by this benchmark, because nothing else needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = 5;

export const CHROMIUM = "/usr/bin/chromium";
const CHROME_FLAGS = "--headless=new --no-sandbox --disable-gpu";

/** Seconds; a stranger who came by a link waits for less (issue 29). */
const LARGEST_PAINT = { atMost: 1.8 };
const LARGEST_PAINT_OF_LINK = { atMost: 1.5 };
const LAYOUT_SHIFT = { atMost: 0.02 };

/** The specification requires that pages cannot be zoomed (D3), which this rule forbids. */
const ZOOM_RULE = "meta-viewport";

/**
 * How a slow line and a slow processor come about. `simulate`: the page loads at full speed, and Lighthouse computes
 * how long that would have taken. `devtools`: the browser itself is slowed while it loads.
 */
const METHODS = ["simulate", "devtools"] as const;
type Method = (typeof METHODS)[number];

type Screen = { path: string; signedIn: boolean; points: number; paint: Target };

/** The screens, and the least points of each with a simulated line. */
const screensWith = (giftLink: string): Screen[] => [
  { path: "/auth", signedIn: false, points: 95, paint: LARGEST_PAINT },
  { path: "/", signedIn: true, points: 92, paint: LARGEST_PAINT },
  { path: giftLink, signedIn: false, points: 92, paint: LARGEST_PAINT_OF_LINK },
];

/** Lighthouse as on a phone, signed out and signed in (P7). */
export async function lighthouse(): Promise<Figure[]> {
  const { stack, cookie, stop } = await startSignedIn("demo");
  try {
    const figures: Figure[] = [];
    for (const screen of screensWith(await makeGiftLink(stack.appUrl, cookie))) {
      const reports = await audited(stack.appUrl + screen.path, screen.signedIn ? { Cookie: cookie } : {});
      figures.push(...figuresOf(screen, reports));
    }
    return figures;
  } finally {
    await stop();
  }
}

type Sent = { url?: string; resourceType?: string; transferSize?: number };
type Audit = { score: number | null; numericValue?: number; details?: { items?: Sent[] } };
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

type Reports = Record<Method, Report[]>;

/** The reports of a screen with both methods in turn. */
async function audited(url: string, headers: Record<string, string>): Promise<Reports> {
  const reports: Reports = { simulate: [], devtools: [] };
  for (let n = 0; n < RUNS; n += 1) {
    for (const method of METHODS) reports[method].push(await reportOf(url, headers, method));
  }
  return reports;
}

/** One report of a page, which is asked for with these headers. */
export async function reportOf(
  url: string,
  headers: Record<string, string>,
  method: Method,
): Promise<Report> {
  const dir = await mkdtemp(join(tmpdir(), "lighthouse-"));
  try {
    const [out, headersFile] = [join(dir, "report.json"), join(dir, "headers.json")];
    await writeFile(headersFile, JSON.stringify(headers));
    await audit(url, out, { headersFile, method });
    return JSON.parse(await readFile(out, "utf8")) as Report;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Repeats a run that recorded nothing, as Lighthouse itself advises. */
async function audit(
  url: string,
  out: string,
  options: { headersFile: string; method: Method },
  tries = 3,
): Promise<void> {
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
        `--extra-headers=${options.headersFile}`,
        `--throttling-method=${options.method}`,
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
    await audit(url, out, options, tries - 1);
  }
}

/** The path of the gift link of one of the person's requests with a photo. */
export async function makeGiftLink(appUrl: string, cookie: string): Promise<string> {
  const read = async <T>(path: string, method = "GET") =>
    (await (await fetch(appUrl + path, { method, headers: { cookie } })).json()) as T;
  const { id: person } = await read<{ id: string }>("/api/auth/user");
  const own = await read<{ id: string; photoUrl: string | null }[]>(`/api/requests/user/${person}`);
  const request = own.find(({ photoUrl }) => photoUrl !== null) ?? own[0];
  const { url } = await read<{ url: string }>(`/api/requests/${request?.id}/gift-link`, "POST");
  return new URL(url).pathname;
}

function figuresOf({ path, points: least, paint }: Screen, { simulate, devtools }: Reports): Figure[] {
  const page = path.startsWith("/g/") ? "/g" : path;
  const of = (label: string, unit: string, target: Target, reports: Report[], read: Read) =>
    counted(`${page}: ${label}`, { unit, target, ours: reports.map(read) });
  return [
    of("largest paint, slowed", "s", paint, devtools, largestPaint),
    of("layout shift, slowed", "", LAYOUT_SHIFT, devtools, layoutShift),
    of("performance", "points", { atLeast: least }, simulate, (report) => points(report, "performance")),
    of("accessibility but for zoom", "points", { atLeast: 100 }, simulate, accessibility),
    of("best practices", "points", { atLeast: 95 }, simulate, (report) => points(report, "best-practices")),
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

export const largestPaint: Read = ({ audits }) => value(audits["largest-contentful-paint"]) / 1_000;

/** Kilobytes as sent, of everything or of one kind. */
export function sentBy({ audits }: Report, kind?: "Script"): number {
  const sent = audits["network-requests"]?.details?.items ?? [];
  // What an address contains is part of another file.
  const files = sent.filter(({ url }) => !url?.startsWith("data:"));
  const counted = files.filter(({ resourceType }) => !kind || resourceType === kind);
  return counted.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000;
}

const layoutShift: Read = ({ audits }) => value(audits["cumulative-layout-shift"]);

function value(audit: Audit | undefined): number {
  return audit?.numericValue ?? Number.NaN;
}
