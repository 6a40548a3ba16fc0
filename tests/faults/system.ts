import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type Server, type Stack, startStack } from "../support/stack";
import { KillablePostgres } from "./killable-postgres";
import { providersAt } from "./providers";

type CardPayment = {
  id: string;
  status: string;
  metadata: Record<string, string>;
  customer: string | null;
  next_action?: { redirect_to_url?: { url: string } } | null;
};

/** The providers' own record. */
export type ProviderState = {
  payment_intents: CardPayment[];
  charges: { payment_intent: string; refunded: boolean; amount_refunded: number }[];
  disputes: { payment_intent: string; status: string; balance_transactions: { amount: number }[] }[];
  subscriptions: { id: string; status: string }[];
  accounts: {
    id: string;
    closed: boolean;
    transfers: string;
    payouts: string;
    metadata: Record<string, string>;
  }[];
  transfers: {
    id: string;
    amount: number;
    amount_reversed: number;
    destination: string;
    source_transaction: string | null;
    transfer_group: string | null;
  }[];
  reversals: { id: string; amount: number; transfer: string }[];
  payouts: {
    id: string;
    account: string;
    amount: number;
    status: string;
    metadata: Record<string, string>;
  }[];
  /** In cents; `account` is null for the platform's own. */
  balances: { account: string | null; currency: string; available: number; pending: number }[];
  events: { id: string; type: string; payment: string; state: string }[];
  wallet: {
    orders: { id: string; status: string }[];
    payments: { id: string; of: { order?: string; subscription?: string }; status: string }[];
    disputes: { payment: string; outcome: string | null }[];
    subscriptions: { id: string; status: string }[];
  };
};

/** A database that can be killed and answers again at the same address. */
export type Postgres = Pick<KillablePostgres, "url" | "kill" | "revive" | "stop">;

type Options = { postgres?: Postgres } & Omit<Parameters<typeof startStack>[0], "postgresUrl">;

/**
 * The whole product on this machine: an application and a PostgreSQL that can be killed, and faults at the providers.
 */
export class System {
  private constructor(
    private readonly postgres: Postgres,
    readonly stack: Stack,
    private readonly app: Pick<
      Awaited<ReturnType<typeof startStack>>,
      "servers" | "kill" | "revive" | "stop"
    >,
  ) {}

  /** One server on a PostgreSQL of its own, unless others are named. */
  static async start({ postgres: named, env, ...options }: Options = {}): Promise<System> {
    const postgres = named ?? (await KillablePostgres.start());
    const { stack, ...app } = await startStack({
      ...options,
      postgresUrl: postgres.url,
      env: async (...of) => ({ RATE_LIMITS: "off", ...(await env?.(...of)) }),
    }).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    // Settling asks the configuration, also when it is done from here.
    Object.assign(process.env, stack.scripts);
    return new System(postgres, stack, app);
  }

  async stop(): Promise<void> {
    await this.app.stop().finally(() => this.postgres.stop());
  }

  /** The process of the application. */
  get server(): Server {
    const [server] = this.app.servers;
    if (!server) throw new Error("no server was started");
    return server;
  }

  /** Ends the application with SIGKILL and starts it again. */
  async killApp(): Promise<void> {
    await this.app.kill();
    await this.app.revive();
  }

  /** Ends PostgreSQL with SIGKILL and lets it answer again at the same address. */
  async killPostgres(): Promise<void> {
    await this.postgres.kill();
    await this.postgres.revive();
    await this.answering();
  }

  async answering(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`${this.stack.appUrl}/api/health`).catch(() => null);
      if (answer?.ok) return;
      await sleep(100);
    }
    throw new Error("the application does not recover");
  }

  /** The books and the provider, to be read from outside the application. */
  async withBooks<T>(run: (context: PayoutContext) => Promise<T>): Promise<T> {
    const { db, close } = connect(this.stack.databaseUrl, { max: 2 });
    return run({ db, ...this.#providers() }).finally(close);
  }

  /** The database and the providers, for a server of its own. */
  get behind(): { databaseUrl: string; apiUrl: string } {
    return { databaseUrl: this.stack.databaseUrl, apiUrl: this.stack.sandboxUrl };
  }

  #providers() {
    const { secretKey, webhookSecret, sandboxUrl: apiBase, scripts } = this.stack;
    const wallet = {
      clientId: scripts.PAYPAL_CLIENT_ID ?? "",
      clientSecret: scripts.PAYPAL_CLIENT_SECRET ?? "",
      webhookId: scripts.PAYPAL_WEBHOOK_ID ?? "",
      apiBase,
    };
    return providersAt(apiBase, { card: { secretKey, webhookSecret }, wallet });
  }

  provider(): Promise<ProviderState> {
    return this.tellProvider("GET", "/state") as Promise<ProviderState>;
  }

  async tellProvider(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.stack.sandboxUrl}/_sandbox${path}`, {
      method,
      headers: { authorization: `Bearer ${this.stack.secretKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // A dispute of a payment that was never made, and the like: the provider refuses, and that is all.
    return response.ok ? response.json() : null;
  }
}
