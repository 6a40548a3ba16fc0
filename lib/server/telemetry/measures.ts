import "server-only";
import type { Meter } from "@opentelemetry/api";
import { db } from "@/db/client";
import { statementsUnderWay } from "@/db/measured";
import { countDue } from "@/lib/domain/messages/outbox";
import { listUnfinished } from "@/lib/domain/operator/queries";
import { now } from "@/lib/ground/clock";
import { MAIL_STREAMS } from "@/lib/ground/mail-kinds";
import { currentRequestContext } from "@/lib/ground/request-context";
import { replicaAge } from "@/lib/web/read-db";
import { eachRequest } from "../each-request";
import { STREAM_TYPE } from "../live/event";
import { openStreams } from "../live/hub";

/** A longer backlog is a fault whatever its length. */
const MOST_UNFINISHED = 1_000;

/** Number, status and duration of requests, by call or action, never by address. */
export function measureRequests(meter: Meter): void {
  const duration = meter.createHistogram("http.server.request.duration", { unit: "s" });
  eachRequest("measures", (request, response) => {
    const begun = performance.now();
    const context = currentRequestContext();
    response.once("close", () => {
      // A stream takes as long as somebody listens.
      if (response.getHeader("content-type") === STREAM_TYPE) return;
      duration.record((performance.now() - begun) / 1_000, {
        "http.request.method": request.method ?? "",
        "http.response.status_code": response.statusCode,
        "http.route": context?.route ?? (request.url?.startsWith("/_next/") ? "/_next" : "page"),
      });
    });
  });
}

/** The backlog: undecided payments, refunds due, messages to send, and statements at the pool. */
export function measureBacklog(meter: Meter): void {
  const unfinished = meter.createObservableGauge("steuntje.payments.unfinished", {
    description: "Payments begun more than 10 minutes ago and not decided, at most 1000",
  });
  const due = meter.createObservableGauge("steuntje.refunds.due", {
    description: "Payments that have to go back, at most 1000",
  });
  meter.addBatchObservableCallback(
    async (observer) => {
      const payments = await listUnfinished(db(), { limit: MOST_UNFINISHED });
      const refunds = payments.filter(({ refundReason }) => refundReason !== null).length;
      observer.observe(unfinished, payments.length - refunds);
      observer.observe(due, refunds);
    },
    [unfinished, due],
  );
  meter
    .createObservableGauge("steuntje.mails.waiting", {
      description: "Messages that are due and not yet sent, by stream",
    })
    .addCallback(async (result) => {
      const waiting = await countDue(db(), now());
      for (const stream of MAIL_STREAMS) result.observe(waiting.get(stream) ?? 0, { stream });
    });
  meter
    .createObservableGauge("steuntje.db.statements", {
      description: "Statements and transactions under way; what exceeds the pool waits for a connection",
    })
    .addCallback((result) => result.observe(statementsUnderWay()));
  meter
    .createObservableGauge("steuntje.db.replica.age", {
      description: "How far the replica is behind at most; nothing where it is not read",
      unit: "s",
    })
    .addCallback((result) => {
      const age = replicaAge();
      if (age !== null) result.observe(age / 1_000);
    });
}

/** The open streams of GET /api/events. */
export function measureStreams(meter: Meter): void {
  meter
    .createObservableGauge("steuntje.live.streams", { description: "Open streams of live events" })
    .addCallback((result) => result.observe(openStreams()));
}
