import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type KeyValue = { key: string; value: Value };
export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string>;
};
export type CollectedPoint = { metric: string; attributes: Record<string, string>; value: number };

/** An OpenTelemetry collector that only remembers, over OTLP/HTTP in JSON. */
export async function startCollector(): Promise<{
  url: string;
  spans: CollectedSpan[];
  points: CollectedPoint[];
  /** All that was sent, as it was sent. */
  text: () => string;
  stop: () => Promise<void>;
}> {
  const spans: CollectedSpan[] = [];
  const points: CollectedPoint[] = [];
  const sent: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body;
    sent.push(body);
    for (const { scopeSpans } of body.resourceSpans ?? []) {
      for (const { spans: each } of scopeSpans) {
        spans.push(...each.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
    }
    for (const { scopeMetrics } of body.resourceMetrics ?? []) {
      for (const { metrics } of scopeMetrics) points.push(...metrics.flatMap(pointsOf));
    }
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    text: () => JSON.stringify(sent),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Metric = Record<"sum" | "gauge" | "histogram", { dataPoints: DataPoint[] } | undefined> & {
  name: string;
};
type DataPoint = { attributes: KeyValue[]; asInt?: number; asDouble?: number; count?: number };
type Body = {
  resourceSpans?: {
    scopeSpans: { spans: (Omit<CollectedSpan, "attributes"> & { attributes: KeyValue[] })[] }[];
  }[];
  resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[];
};

function pointsOf({ name, sum, gauge, histogram }: Metric): CollectedPoint[] {
  const { dataPoints } = sum ?? gauge ?? histogram ?? { dataPoints: [] };
  return dataPoints.map(({ attributes, asInt, asDouble, count }) => ({
    metric: name,
    attributes: plain(attributes),
    value: Number(asInt ?? asDouble ?? count ?? 0),
  }));
}

function plain(attributes: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
