export type Attributes = Record<string, string | number | boolean>;

/** The counters; docs/operations.md explains each. */
export type CounterName = "steuntje.settlements" | "steuntje.reconciled" | "steuntje.mails";

/** The destination of traces and metrics. Attributes are ids, codes and names of calls, never personal data. */
export type Telemetry = {
  /** Runs a function as a span of the current trace. */
  span: <T>(name: string, attributes: Attributes, run: () => T) => T;
  count: (name: CounterName, attributes: Attributes, times: number) => void;
  /** The id of the current trace, for the log. */
  traceId: () => string | undefined;
};

/** On globalThis because Next.js bundles start-up, routes and pages separately. */
const shared = globalThis as { steuntjeTelemetry?: Telemetry };

/** Called once when a server starts with telemetry configured; without it nothing is measured. */
export function installTelemetry(telemetry: Telemetry): void {
  shared.steuntjeTelemetry = telemetry;
}

export function isMeasured(): boolean {
  return shared.steuntjeTelemetry !== undefined;
}

/** Runs a function, as a span where traces are collected. */
export function inSpan<T>(name: string, attributes: Attributes, run: () => T): T {
  const { steuntjeTelemetry: telemetry } = shared;
  return telemetry ? telemetry.span(name, attributes, run) : run();
}

/** Counts an event where metrics are collected. */
export function count(name: CounterName, attributes: Attributes, times = 1): void {
  shared.steuntjeTelemetry?.count(name, attributes, times);
}

/** The id of the current trace, where traces are collected. */
export function currentTraceId(): string | undefined {
  return shared.steuntjeTelemetry?.traceId();
}

/** A proxy of an object that runs each method as a span named after it. */
export function inSpans<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key);
      if (typeof value !== "function" || typeof key !== "string") return value;
      return (...args: unknown[]) =>
        inSpan(`${name} ${key}`, { "peer.service": name }, () => Reflect.apply(value, object, args));
    },
  });
}
