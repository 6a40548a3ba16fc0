import "server-only";
import { ConfigurationError, env } from "@/lib/ground/env";
import { recordSocketAddresses } from "./socket-address";
import { startHousekeeping } from "./housekeeping";
import { logPrintedErrors } from "./printed-errors";
import { nameRequests } from "./request-id";
import { protectAnswers } from "./security-headers";
import { serveHttpOnly } from "./serve-http-only";
import { stopGracefully } from "./shutdown";
import { endSlowRequests } from "./timeouts";
import { noteDemoPeople } from "./warn-of-demo-people";

/**
 * What a server does before its first request: a wrong configuration stops the start with one line; then every request is named, protected
 * and measured, signals are heard, and housekeeping begins.
 */
async function start(): Promise<void> {
  try {
    env();
  } catch (error) {
    console.error(error instanceof ConfigurationError ? `Configuration: ${error.message}` : error);
    process.exit(1);
  }
  const { development, telemetry } = env();
  if (!development) {
    logPrintedErrors();
    // A development server tells its pages of changes over an upgraded connection.
    serveHttpOnly();
  }
  recordSocketAddresses();
  nameRequests();
  // The libraries are loaded only where something collects what they tell.
  const stopTelemetry = telemetry && (await import("./telemetry/start")).startTelemetry();
  protectAnswers();
  endSlowRequests();
  startHousekeeping();
  void noteDemoPeople();
  // A development server is restarted all the time, and has nothing to finish.
  if (!development) stopGracefully(stopTelemetry || undefined);
}

await start();
