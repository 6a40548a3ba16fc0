import { SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { Scrubbed } from "./scrubbed";

test("a span leaves without addresses, parameters and what an error says", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    spanProcessors: [new Scrubbed({ exporter })],
  });
  const span = provider.getTracer("test").startSpan("fetch GET https://api.example/people?name=noor");
  span.setAttributes({
    "http.method": "GET",
    "http.target": "/leaderboard?search=noor",
    "next.span_name": "GET /leaderboard?search=noor",
    "next.route": "/leaderboard",
  });
  span.recordException(new Error("Failed query: insert into users values ($1)\nparams: noor@example.org"));
  span.setStatus({ code: SpanStatusCode.ERROR, message: "noor@example.org is taken" });
  span.end();
  await provider.forceFlush();
  const [sent] = exporter.getFinishedSpans();
  const { name, attributes, events, status } = sent ?? {};
  expect(name).toBe("fetch GET https://api.example/people");
  expect(attributes).toEqual({ "http.method": "GET", "next.route": "/leaderboard" });
  expect(events?.map((event) => event.attributes)).toEqual([{ "exception.type": "Error" }]);
  expect(status).toEqual({ code: SpanStatusCode.ERROR });
  expect(JSON.stringify({ name, attributes, events, status })).not.toContain("noor");
});
