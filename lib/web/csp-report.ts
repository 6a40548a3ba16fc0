import { z } from "zod";
import { AppError } from "@/lib/ground/errors";
import { readText } from "./body";

/** A violation of a page's policy as it is logged: no query, no text of the page, nothing of who saw it. */
export type Violation = {
  /** The path of the page. */
  page: string;
  directive: string;
  /** What was blocked: an origin, a path of this one, or a word such as `inline`. */
  blocked: string;
  /** The script that did it, and the line. */
  source: string;
  line: number | null;
};

const MAX_REPORT = 16 * 1024;
/** A browser sends what it has gathered; more than this is a flood. */
const MAX_VIOLATIONS = 10;
const MAX_TEXT = 120;

const text = z.string().catch("");
const line = z.int().min(0).nullable().catch(null);

/** As `report-uri` sends it. */
const older = z
  .object({
    "csp-report": z.object({
      "document-uri": text,
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
      "source-file": text,
      "line-number": line,
    }),
  })
  .transform(({ "csp-report": report }) => ({
    page: report["document-uri"],
    directive: report["effective-directive"] || report["violated-directive"],
    blocked: report["blocked-uri"],
    source: report["source-file"],
    line: report["line-number"],
  }));

/** One of those that `report-to` sends. */
const newer = z
  .object({
    type: z.literal("csp-violation"),
    body: z.object({
      documentURL: text,
      effectiveDirective: text,
      blockedURL: text,
      sourceFile: text,
      lineNumber: line,
    }),
  })
  .transform(({ body }) => ({
    page: body.documentURL,
    directive: body.effectiveDirective,
    blocked: body.blockedURL,
    source: body.sourceFile,
    line: body.lineNumber,
  }));

const FORMATS = new Map<string, z.ZodType<z.output<typeof older>[]>>([
  ["application/csp-report", older.transform((report) => [report])],
  ["application/reports+json", z.array(z.unknown()).transform((reports) => reports.flatMap(violationsIn))],
]);

/**
 * Reads what a browser tells of violated policies, in either of the two formats.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_ERROR
 */
export async function readViolations(request: Request, appUrl: string): Promise<Violation[]> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const format = FORMATS.get(type);
  if (!format) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const sent = format.safeParse(parsed(await readText(request, MAX_REPORT)));
  if (!sent.success) throw new AppError("VALIDATION_ERROR");
  return sent.data.slice(0, MAX_VIOLATIONS).map((violation) => ({
    page: shortened(violation.page, appUrl),
    directive: violation.directive.replace(/[^a-z-].*/s, "").slice(0, MAX_TEXT),
    blocked: shortened(violation.blocked, appUrl),
    source: shortened(violation.source, appUrl),
    line: violation.line,
  }));
}

/** Other kinds of reports may come along. */
function violationsIn(report: unknown): z.output<typeof newer>[] {
  const violation = newer.safeParse(report);
  return violation.success ? [violation.data] : [];
}

/** Of an address here its path, of one elsewhere its origin; a word such as `eval` as it is. */
function shortened(address: string, appUrl: string): string {
  if (!URL.canParse(address)) return address.replace(/[^a-z-].*/s, "").slice(0, MAX_TEXT);
  const { origin, protocol, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return protocol;
  return (origin === appUrl ? pathname : origin).slice(0, MAX_TEXT);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
