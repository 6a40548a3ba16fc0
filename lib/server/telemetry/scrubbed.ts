import "server-only";
import { BatchSpanProcessor, type ReadableSpan } from "@opentelemetry/sdk-trace";

/**
 * The attributes that may be exported: names of routes and calls, methods, statuses, statements with placeholders.
 * Addresses contain search terms.
 */
const ALLOWED = new Set([
  "http.method",
  "http.route",
  "http.status_code",
  "next.page",
  "next.route",
  "next.rsc",
  "next.span_type",
  "db.system.name",
  "db.operation.name",
  "db.query.text",
  "peer.service",
  "error.type",
]);

/** Removes personal data from every span before its export: addresses, messages of errors, parameters of queries. */
export class Scrubbed extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    super.onEnd(scrubbed(span));
  }
}

/** The same span with less in it. */
function scrubbed(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => ALLOWED.has(name)),
  );
  const allowed = {
    name: span.name.replace(/[?#].*$/, ""),
    attributes,
    status: { code: span.status.code },
    events: span.events.map(({ name, time, attributes: more }) => ({
      name,
      time,
      attributes: more?.["exception.type"] ? { "exception.type": more["exception.type"] } : {},
    })),
  };
  return Object.assign(Object.create(span) as ReadableSpan, allowed);
}
