import "server-only";
import { type Attributes, context, metrics, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { suppressTracing, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { type CounterName, installTelemetry, type TimerName } from "@/lib/ground/spans";
import { measureBacklog, measureRequests, measureStreams } from "./measures";
import { Scrubbed } from "./scrubbed";

const NAME = "steuntje";

/**
 * Sends traces and metrics to OTEL_EXPORTER_OTLP_ENDPOINT. The exporters read the other standard variables themselves
 * (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES); Next.js creates a span for each request.
 * Returns a function that flushes and stops both.
 */
export function startTelemetry(): () => Promise<void> {
  const resource = resourceFromAttributes({ "service.name": NAME }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const tracers = new TracerProvider({
    resource,
    spanProcessors: [new Scrubbed({ exporter: new OTLPTraceExporter() })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  const meter = meters.getMeter(NAME);
  const counters: Record<CounterName, ReturnType<typeof meter.createCounter>> = {
    "steuntje.settlements": meter.createCounter("steuntje.settlements", {
      description: "Webhooks that were handled, by provider and outcome",
    }),
    "steuntje.events.refused": meter.createCounter("steuntje.events.refused", {
      description: "Webhooks that were refused for their signature, by source",
    }),
    "steuntje.reconciled": meter.createCounter("steuntje.reconciled", {
      description: "Payments that reconciliation asked about, by outcome",
    }),
    "steuntje.mails": meter.createCounter("steuntje.mails", {
      description: "Messages that were sent or not, by kind and outcome",
    }),
  };
  const timers: Record<TimerName, ReturnType<typeof meter.createHistogram>> = {
    "steuntje.live.look": meter.createHistogram("steuntje.live.look", {
      description: "How long a look for changes took, while somebody listens",
      unit: "s",
    }),
  };
  installTelemetry({
    span,
    untraced: (run) => context.with(suppressTracing(context.active()), run),
    count: (name, attributes, times) => counters[name].add(times, attributes),
    time: (name, seconds) => timers[name].record(seconds),
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
  });
  measureRequests(meter);
  measureBacklog(meter);
  measureStreams(meter);
  return async () => {
    await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
  };
}

function span<T>(name: string, attributes: Attributes, run: () => T): T {
  return trace.getTracer(NAME).startActiveSpan(name, { attributes }, (current) => {
    const fail = (error: unknown): never => {
      current.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
      current.setStatus({ code: SpanStatusCode.ERROR });
      current.end();
      throw error;
    };
    try {
      const result = run();
      if (result instanceof Promise) {
        return result.then((value: unknown) => {
          current.end();
          return value;
        }, fail) as T;
      }
      current.end();
      return result;
    } catch (error) {
      return fail(error);
    }
  });
}
