import { perProcess } from "./per-process";

export type Attributes = Record<string, string | number | boolean>;

/** The counters; docs/operations.md explains each. */
export type CounterName =
  | "steuntje.settlements"
  | "steuntje.events.refused"
  | "steuntje.reconciled"
  | "steuntje.mails";

/** The histograms of durations; docs/operations.md explains each. */
export type TimerName = "steuntje.live.look";

/** The destination of traces and metrics. Attributes are ids, codes and names of calls, never personal data. */
export type Telemetry = {
  /** Runs a function as a span of the current trace. */
  span: <T>(name: string, attributes: Attributes, run: () => T) => T;
  /** Runs a function whose statements are no spans. */
  untraced: <T>(run: () => T) => T;
  count: (name: CounterName, attributes: Attributes, times: number) => void;
  /** Adds a duration in seconds to a histogram. */
  time: (name: TimerName, seconds: number) => void;
  /** The id of the current trace, for the log. */
  traceId: () => string | undefined;
};

const measuring = perProcess("telemetry", (): { by?: Telemetry } => ({}));

/** Called once when a server starts with telemetry configured; without it nothing is measured. */
export function installTelemetry(telemetry: Telemetry): void {
  measuring.by = telemetry;
}

export function isMeasured(): boolean {
  return measuring.by !== undefined;
}

/** Runs a function, as a span where traces are collected. */
export function inSpan<T>(name: string, attributes: Attributes, run: () => T): T {
  const { by: telemetry } = measuring;
  return telemetry ? telemetry.span(name, attributes, run) : run();
}

/** Runs a function without spans: what happens many times a minute would only fill the traces. */
export function untraced<T>(run: () => T): T {
  const { by: telemetry } = measuring;
  return telemetry ? telemetry.untraced(run) : run();
}

/** Records how long something took, in seconds, where metrics are collected. */
export function time(name: TimerName, seconds: number): void {
  measuring.by?.time(name, seconds);
}

/** Counts an event where metrics are collected. */
export function count(name: CounterName, attributes: Attributes, times = 1): void {
  measuring.by?.count(name, attributes, times);
}

/** The id of the current trace, where traces are collected. */
export function currentTraceId(): string | undefined {
  return measuring.by?.traceId();
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
