import { MINUTE } from "@/lib/ground/durations";
import "server-only";
import { performance } from "node:perf_hooks";
import { db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { count } from "@/lib/ground/spans";
import { log } from "@/lib/server/log";
import { addRefused, forgetRefused } from "./event-sources-store";

/** Who sends events: each source has an address and a secret of its own. */
export type EventSource = "stripe" | "stripe_connect" | "stripe_accounts" | "paypal" | "mail";

/** Anybody can send a refused event: each source has a line and a write a minute, with how many there were. */
const NOTED_EVERY_MS = MINUTE;
const ACCEPTED_EVERY_MS = 10_000;

const refused = new Map<EventSource, { notedAt: number; times: number }>();
const accepted = new Map<EventSource, number>();

/** Notes that an event was refused for its signature: counted, logged, and remembered for `doctor`. */
export async function noteRefused(source: EventSource, { message: reason }: Error): Promise<void> {
  count("steuntje.events.refused", { source });
  const before = refused.get(source) ?? { notedAt: Number.NEGATIVE_INFINITY, times: 0 };
  const times = before.times + 1;
  const isNoted = performance.now() - before.notedAt >= NOTED_EVERY_MS;
  refused.set(source, isNoted ? { notedAt: performance.now(), times: 0 } : { ...before, times });
  if (!isNoted) return;
  accepted.delete(source);
  log.warn({ source, times, reason }, "events were refused");
  // The answer to the event does not depend on it.
  await addRefused(db(), { source, times, at: now() }).catch((err: unknown) => {
    log.error({ source, err }, "a refused event could not be stored");
  });
}

/** Notes that a source's events are accepted: what was refused before is no concern any more. */
export async function noteAccepted(source: EventSource): Promise<void> {
  const at = performance.now();
  if (at - (accepted.get(source) ?? Number.NEGATIVE_INFINITY) < ACCEPTED_EVERY_MS) return;
  accepted.set(source, at);
  await forgetRefused(db(), source);
}
