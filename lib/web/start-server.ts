import "server-only";
import { ConfigurationError, env } from "@/lib/env";
import { endSlowRequests } from "./end-slow-requests";
import { startHousekeeping } from "./housekeeping";
import { protectAnswers } from "./protect-answers";
import { recordSocketAddresses } from "./socket-address";

/** What a server does before its first request: a wrong configuration stops the start with one line, then housekeeping begins. */
function start(): void {
  try {
    env();
  } catch (error) {
    console.error(error instanceof ConfigurationError ? `Configuration: ${error.message}` : error);
    process.exit(1);
  }
  protectAnswers();
  endSlowRequests();
  recordSocketAddresses();
  startHousekeeping();
}

start();
