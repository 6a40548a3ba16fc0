import { createInterface } from "node:readline";
import { connect } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type Command, perform } from "./commands";
import { providersAt } from "./providers";
import { releaseAtOnce } from "./release-at-once";

/**
 * A server to be killed. It reads commands and the gate for each as lines of JSON, runs them at the same time and
 * answers in lines of JSON. Commands of one gate share a pool of connections, as in the application.
 */
export type Told = { id: number; databaseUrl: string; apiUrl: string; command: Command };
export type Answered = { id: number; outcome?: string; error?: string };

// When PostgreSQL dies within a transaction, the driver throws outside of any call. Next.js survives that.
process.on("uncaughtException", () => undefined);

releaseAtOnce();

const contexts = new Map<string, PayoutContext>();

function contextFor({ databaseUrl, apiUrl }: Told): PayoutContext {
  // Both: the system gives the port of a gate that was closed to a later gate, beside another one.
  const gate = `${databaseUrl} ${apiUrl}`;
  const known = contexts.get(gate);
  if (known) return known;
  const context = { db: connect(databaseUrl).db, ...providersAt(apiUrl) };
  contexts.set(gate, context);
  return context;
}

async function answer(told: Told): Promise<Answered> {
  try {
    return { id: told.id, outcome: await perform(contextFor(told), told.command) };
  } catch (error) {
    return { id: told.id, error: error instanceof Error ? `${error}: ${error.cause ?? ""}` : String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  void answer(JSON.parse(line) as Told).then((answered) => console.log(JSON.stringify(answered)));
}
