import "server-only";
import { db } from "@/db/client";
import { startMail } from "@/lib/delivery/worker";
import { listDemoPeople } from "@/lib/domain/users/store";
import { ConfigurationError, env } from "@/lib/ground/env";
import { startHousekeeping } from "./housekeeping";
import { answerKnownRequests, serveHttpOnly, setServerTimeouts } from "./http-servers";
import { rememberAnswers } from "./live/answer";
import { startLive } from "./live/hub";
import { log, logConsoleErrors } from "./log";
import { assignRequestIds } from "./request-id";
import { setSecurityHeaders } from "./security-headers";
import { stopGracefully } from "./shutdown";
import { recordSocketAddresses } from "./socket-address";

/** Runs before the first request. A wrong configuration stops the start with one line. */
async function start(): Promise<void> {
  try {
    env();
  } catch (error) {
    console.error(error instanceof ConfigurationError ? `Configuration: ${error.message}` : error);
    process.exit(1);
  }
  const { development, telemetry } = env();
  if (!development) {
    logConsoleErrors();
    // A development server sends changes to its pages over an upgraded connection.
    serveHttpOnly();
  }
  answerKnownRequests({ development });
  recordSocketAddresses();
  assignRequestIds();
  rememberAnswers();
  // The libraries are loaded only where a collector is configured.
  const stopTelemetry = telemetry && (await import("./telemetry/start")).startTelemetry();
  setSecurityHeaders();
  setServerTimeouts();
  startHousekeeping();
  startMail();
  startLive();
  void warnOfDemoPeople();
  // A development server is restarted all the time, and has nothing to finish.
  if (!development) stopGracefully(stopTelemetry || undefined);
}

/** Logs a warning at the start when there are demo people, who cannot sign in here (D41). */
async function warnOfDemoPeople(): Promise<void> {
  if (env().demoLogins) return;
  try {
    const { length: people } = await listDemoPeople(db());
    if (people === 0) return;
    log.warn(
      { people },
      "demo people cannot sign in here, as the origin is public or a provider real; `npm run admin -- remove-demo` removes them",
    );
  } catch {
    // The database cannot be reached, which whatever needs it reports.
  }
}

await start();
