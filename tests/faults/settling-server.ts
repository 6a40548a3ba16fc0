import { createInterface } from "node:readline";
import { connect } from "@/db/client";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { type Command, perform } from "./commands";
import { providersAt } from "./providers";

/**
 * A server to be killed. It is told what to do, and through which gate, one line of JSON each, does all of it at once, and answers each in the
 * same way. What is done through one gate shares a pool of connections, as in the application.
 */
export type Told = { id: number; databaseUrl: string; apiUrl: string; command: Command };
export type Answered = { id: number; outcome?: string; error?: string };

// The driver throws where nobody can catch it when PostgreSQL dies in the middle of a transaction. Next.js keeps a server alive then.
process.on("uncaughtException", () => undefined);

const contexts = new Map<string, PaymentContext>();

function contextFor({ databaseUrl, apiUrl }: Told): PaymentContext {
  const known = contexts.get(databaseUrl);
  if (known) return known;
  const context = { db: connect(databaseUrl).db, ...providersAt(apiUrl) };
  contexts.set(databaseUrl, context);
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
