export type Attributes = Record<string, string | number | boolean>;

/** What is measured; docs/operations.md tells what each means. */
export type CounterName = "steuntje.settlements" | "steuntje.reconciled";

/** Where traces and metrics go. Attributes hold ids, codes and names of calls, never what belongs to a person. */
export type Telemetry = {
  /** Runs something as a part of the present trace. */
  span: <T>(name: string, attributes: Attributes, run: () => T) => T;
  count: (name: CounterName, attributes: Attributes, times: number) => void;
  /** The present trace, for the log. */
  traceId: () => string | undefined;
};

/** Kept on globalThis because Next.js bundles the start-up, the routes and the pages apart. */
const shared = globalThis as { steuntjeTelemetry?: Telemetry };

/** Once, when a server starts and telemetry is configured; nothing is measured otherwise. */
export function installTelemetry(telemetry: Telemetry): void {
  shared.steuntjeTelemetry = telemetry;
}

export function isMeasured(): boolean {
  return shared.steuntjeTelemetry !== undefined;
}

/** Runs something, as a span of its own where traces are collected. */
export function inSpan<T>(name: string, attributes: Attributes, run: () => T): T {
  const { steuntjeTelemetry: telemetry } = shared;
  return telemetry ? telemetry.span(name, attributes, run) : run();
}

/** Counts something where metrics are collected. */
export function count(name: CounterName, attributes: Attributes, times = 1): void {
  shared.steuntjeTelemetry?.count(name, attributes, times);
}

/** The trace that the present request is, where traces are collected. */
export function currentTraceId(): string | undefined {
  return shared.steuntjeTelemetry?.traceId();
}

/** The same object, whose every call is a span named after it. */
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
