/** An event of Chromium's trace format; times in microseconds. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args: {
    name?: string;
    snapshot?: string;
    data?: { requestId?: string; url?: string; resourceType?: string; size?: number; navigationId?: string };
  };
};

type Task = { at: number; ms: number; kind: Kind };
type Download = { path: string; type: string; from: number; firstByte: number; until: number };

/** What the main thread does in a task, by the event that takes the most of it. */
const KINDS = {
  script: ["#e0a526", "EvaluateScript", "FunctionCall", "RunMicrotasks", "TimerFire", "EventDispatch"],
  layout: ["#8a63d2", "UpdateLayoutTree", "Layout"],
  paint: ["#3f9d5b", "Paint", "PrePaint", "Layerize", "Commit"],
  parse: ["#4a86e8", "ParseHTML", "ParseAuthorStyleSheet"],
  other: ["#b6b6b6"],
} as const;
type Kind = keyof typeof KINDS;

const COLORS: Record<string, string> = {
  Document: "#4a86e8",
  Stylesheet: "#8a63d2",
  Font: "#c2528b",
  Image: "#3f9d5b",
  Script: "#e0a526",
};

/** The width of the picture, its left column, and the heights of its rows, in pixels. */
const [WIDTH, LEFT, ROW, STRIP, FRAME] = [1_100, 210, 15, 34, 120];
const LONG_TASK_MS = 50;

/**
 * A page that shows how another page came about, for so many milliseconds: what was on the screen, what the main thread
 * did, and what came over the line.
 */
export function tracePicture(title: string, events: readonly TraceEvent[], lastMs: number): string {
  const start = Math.min(...events.filter(({ name }) => name === "ResourceSendRequest").map(({ ts }) => ts));
  const ms = (ts: number) => (ts - start) / 1_000;
  const x = (at: number) => LEFT + (Math.min(at, lastMs) / lastMs) * (WIDTH - LEFT - 24);
  const downloads = downloadsIn(events, ms).filter(({ from }) => from < lastMs);
  const tasks = tasksIn(events, ms).filter(({ at }) => at < lastMs);
  const paints = ["firstContentfulPaint", "largestContentfulPaint::Candidate"].flatMap((name) => {
    const at = events.findLast((event) => event.name === name)?.ts;
    return at === undefined
      ? []
      : [{ at: ms(at), label: name.startsWith("first") ? "first paint" : "largest" }];
  });
  const top = FRAME + 34;
  const lines = top + STRIP + 22;
  const height = lines + downloads.length * ROW + 26;
  const bar = (at: number, until: number, y: number, tall: number, color: string, opacity = 1) =>
    `<rect x="${x(at)}" y="${y}" width="${Math.max(1, x(until) - x(at))}" height="${tall}" fill="${color}" opacity="${opacity}"/>`;
  const text = (at: number, y: number, words: string, anchor = "start") =>
    `<text x="${at}" y="${y}" text-anchor="${anchor}">${words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`;
  const seconds = Array.from({ length: Math.floor(lastMs / 500) + 1 }, (_, n) => n * 500);
  return `<!doctype html><body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"
    font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>
    ${text(8, 16, title)}
    ${framesIn(events, ms, lastMs)
      .map(({ at, picture }) => `<image x="${x(at)}" y="24" height="${FRAME}" href="${picture}"/>`)
      .join("")}
    ${text(8, top + 20, "main thread")}
    ${tasks.map(({ at, ms: took, kind }) => bar(at, at + took, top + 4, STRIP - 8, KINDS[kind][0])).join("")}
    ${tasks
      .filter(({ ms: took }) => took >= LONG_TASK_MS)
      .map(({ at, ms: took }) => text(x(at), top + STRIP + 6, String(Math.round(took))))
      .join("")}
    ${downloads
      .map(({ path, type, from, firstByte, until }, n) => {
        const [y, color] = [lines + n * ROW, COLORS[type] ?? "#777"];
        const waits = bar(from, firstByte, y + 3, ROW - 6, color, 0.3);
        return text(8, y + 11, path) + waits + bar(firstByte, until, y + 2, ROW - 4, color);
      })
      .join("")}
    ${seconds
      .map(
        (at) =>
          `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - 18}" stroke="#ddd" stroke-width="0.5"/>${text(x(at), height - 6, `${at / 1_000} s`, "middle")}`,
      )
      .join("")}
    ${paints
      .map(
        ({ at, label }, n) =>
          `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - 18}" stroke="#c00" stroke-dasharray="4 2"/>${text(x(at) + 3, height - 22 - n * 12, `${label} ${Math.round(at)} ms`)}`,
      )
      .join("")}
  </svg>`;
}

function downloadsIn(events: readonly TraceEvent[], ms: (ts: number) => number): Download[] {
  const of = (name: string, id: string | undefined) =>
    events.find((event) => event.name === name && event.args.data?.requestId === id)?.ts;
  return events
    .filter(({ name, args }) => name === "ResourceSendRequest" && args.data?.url?.startsWith("http"))
    .flatMap(({ ts, args: { data } }) => {
      const until = of("ResourceFinish", data?.requestId);
      if (until === undefined) return [];
      const firstByte = of("ResourceReceiveResponse", data?.requestId) ?? until;
      const path = new URL(data?.url ?? "").pathname;
      const name = path.length > 32 ? `…${path.slice(-31)}` : path;
      return [
        {
          path: name,
          type: data?.resourceType ?? "",
          from: ms(ts),
          firstByte: ms(firstByte),
          until: ms(until),
        },
      ];
    });
}

/** The tasks of the page's main thread that take a millisecond or more. */
function tasksIn(events: readonly TraceEvent[], ms: (ts: number) => number): Task[] {
  const script = events.find(({ name }) => name === "EvaluateScript");
  const own = events.filter(({ ph, pid, tid }) => ph === "X" && pid === script?.pid && tid === script.tid);
  return own
    .filter(({ name, dur = 0 }) => name === "RunTask" && dur >= 1_000)
    .map(({ ts, dur = 0 }) => {
      const inside = own.filter((event) => event.ts >= ts && event.ts + (event.dur ?? 0) <= ts + dur);
      const longest = (kind: Kind) =>
        Math.max(
          0,
          ...inside.filter(({ name }) => KINDS[kind].includes(name as never)).map((event) => event.dur ?? 0),
        );
      const [kind] = (Object.keys(KINDS) as Kind[]).sort((a, b) => longest(b) - longest(a));
      return { at: ms(ts), ms: dur / 1_000, kind: kind && longest(kind) > 0 ? kind : "other" };
    });
}

/** What was on the screen, at most twelve times. */
function framesIn(events: readonly TraceEvent[], ms: (ts: number) => number, lastMs: number) {
  const frames = events.filter(({ name, args }) => name === "Screenshot" && args.snapshot);
  return Array.from({ length: 12 }, (_, n) => (n * lastMs) / 12).flatMap((at) => {
    const frame = frames.findLast(({ ts }) => ms(ts) <= at);
    return frame ? [{ at, picture: `data:image/jpeg;base64,${frame.args.snapshot}` }] : [];
  });
}
