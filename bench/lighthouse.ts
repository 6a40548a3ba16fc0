import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { counted, type Figure, ROUNDS } from "./figure";
import { startSignedIn } from "./running";

/** Fetched by this benchmark, because nothing else needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";

export const CHROMIUM = "/usr/bin/chromium";

/**
 * How a slow line and a slow processor come about. `simulate`: the page loads at full speed, and Lighthouse computes
 * how long that would have taken. `devtools`: the browser itself is slowed while it loads.
 */
type Method = "simulate" | "devtools";

type Screen = { label: string; path: string; signedIn: boolean; points: number; paint: number };

/** Lighthouse as on a phone, signed out and signed in (P7), and for a stranger who came by a gift link (P14). */
export async function lighthouse(): Promise<Figure[]> {
  const { stack, cookie } = await startSignedIn("demo");
  const giftLink = await makeGiftLink(stack.appUrl, cookie);
  const screens: Screen[] = [
    { label: "/auth", path: "/auth", signedIn: false, points: 95, paint: 1.8 },
    { label: "/", path: "/", signedIn: true, points: 92, paint: 1.8 },
    { label: "/g", path: giftLink, signedIn: false, points: 92, paint: 1.5 },
  ];
  const figures: Figure[] = [];
  for (const screen of screens) {
    const headers = screen.signedIn ? { Cookie: cookie } : {};
    const [simulated, slowed]: [Report[], Report[]] = [[], []];
    for (let n = 0; n < ROUNDS; n += 1) {
      simulated.push(await reportOf(stack.appUrl + screen.path, headers, "simulate"));
      slowed.push(await reportOf(stack.appUrl + screen.path, headers, "devtools"));
    }
    figures.push(...figuresOf(screen, simulated, slowed));
  }
  return figures;
}

type Sent = { url?: string; resourceType?: string; transferSize?: number };
type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Sent[] } }>;
};

/** One report of a page, which is asked for with these headers. */
export async function reportOf(
  url: string,
  headers: Record<string, string>,
  method: Method,
  tries = 3,
): Promise<Report> {
  const args = [
    "--yes",
    LIGHTHOUSE,
    url,
    "--quiet",
    "--output=json",
    "--only-categories=performance,accessibility,best-practices",
    // The specification requires that pages cannot be zoomed (D3), which this rule forbids.
    "--skip-audits=meta-viewport",
    `--extra-headers=${JSON.stringify(headers)}`,
    `--throttling-method=${method}`,
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
  ];
  const env = { ...process.env, NODE_OPTIONS: "", ...(existsSync(CHROMIUM) && { CHROME_PATH: CHROMIUM }) };
  try {
    const { stdout } = await promisify(execFile)("npx", args, { env, maxBuffer: 2 ** 26 });
    return JSON.parse(stdout) as Report;
  } catch (error) {
    // A run that recorded nothing is repeated, as Lighthouse itself advises.
    if (tries === 1) throw error;
    return reportOf(url, headers, method, tries - 1);
  }
}

/** The path of the gift link of one of the person's requests with a photo. */
async function makeGiftLink(appUrl: string, cookie: string): Promise<string> {
  const read = async <T>(path: string, method = "GET") =>
    (await (await fetch(appUrl + path, { method, headers: { cookie } })).json()) as T;
  const { id: person } = await read<{ id: string }>("/api/auth/user");
  const own = await read<{ id: string; photoUrl: string | null }[]>(`/api/requests/user/${person}`);
  const request = own.find(({ photoUrl }) => photoUrl !== null) ?? own[0];
  const { url } = await read<{ url: string }>(`/api/requests/${request?.id}/gift-link`, "POST");
  return new URL(url).pathname;
}

function figuresOf({ label, points, paint }: Screen, simulated: Report[], slowed: Report[]): Figure[] {
  const score = (category: string) =>
    simulated.map(({ categories }) => Math.round(100 * (categories[category]?.score ?? Number.NaN)));
  const shift = slowed.map((report) => numberOf(report, "cumulative-layout-shift"));
  return [
    counted(`${label}: largest paint, slowed`, "s", slowed.map(largestPaint), { atMost: paint }),
    counted(`${label}: layout shift, slowed`, "", shift, { atMost: 0.02 }),
    counted(`${label}: performance`, "points", score("performance"), { atLeast: points }),
    counted(`${label}: accessibility but for zoom`, "points", score("accessibility"), { atLeast: 100 }),
    counted(`${label}: best practices`, "points", score("best-practices"), { atLeast: 95 }),
  ];
}

const numberOf = ({ audits }: Report, audit: string) => audits[audit]?.numericValue ?? Number.NaN;

export const largestPaint = (report: Report) => numberOf(report, "largest-contentful-paint") / 1_000;

/** Kilobytes as sent, of everything or of one kind. */
export function sentBy({ audits }: Report, kind?: "Script"): number {
  const sent = audits["network-requests"]?.details?.items ?? [];
  // What an address contains is part of another file.
  const files = sent.filter(({ url }) => !url?.startsWith("data:"));
  const ofKind = files.filter(({ resourceType }) => !kind || resourceType === kind);
  return ofKind.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000;
}
