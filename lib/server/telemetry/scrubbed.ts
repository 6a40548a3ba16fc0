import "server-only";
import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace";

/** All that may leave: names of routes and calls, methods, statuses, statements with placeholders. Addresses hold what people search for. */
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

/** Takes from every span what could tell of a person, before it is kept for sending: addresses, messages of errors, what a query was asked with. */
export class Scrubbed implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    this.next.onEnd(scrubbed(span));
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}

/** The same span with less in it. */
function scrubbed(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => ALLOWED.has(name)),
  );
  const told = {
    name: span.name.replace(/[?#].*$/, ""),
    attributes,
    status: { code: span.status.code },
    events: span.events.map(({ name, time, attributes: more }) => ({
      name,
      time,
      attributes: more?.["exception.type"] ? { "exception.type": more["exception.type"] } : {},
    })),
  };
  return Object.assign(Object.create(span) as ReadableSpan, told);
}
