import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { cardHook } from "./card/events";
import { startCardClock } from "./card/provider/clock";
import { startCardRenewals } from "./card/provider/renewals";
import type { SandboxOptions } from "./config";
import { Faults } from "./control/faults";
import { Dispatcher } from "./events/dispatcher";
import { Outbox } from "./events/outbox";
import { Sender } from "./events/sender";
import { Calls } from "./http/calls";
import { Mailbox } from "./mail/mailbox";
import { startSmtp } from "./mail/smtp";
import { Pushes } from "./push/pushes";
import { createRouter } from "./router";
import type { Sandbox } from "./sandbox";
import { Store } from "./state/store";
import { walletHook } from "./wallet/events";
import { startWalletRenewals } from "./wallet/provider/renewals";

/**
 * Starts a payments sandbox and its SMTP server on the loopback address.
 * @throws Error when a key is a live one, a port is taken or the journal cannot be read
 */
export async function startSandbox(
  options: SandboxOptions,
): Promise<{ url: string; port: number; smtpPort: number; stop: () => Promise<void> }> {
  for (const key of [options.secretKey, options.publishableKey]) {
    if (!/^[sp]k_test_sandbox/.test(key)) throw new Error("the sandbox takes sandbox keys only");
  }
  if (!options.wallet.clientId.startsWith("sandbox_")) throw new Error("the sandbox takes sandbox keys only");
  const { sandbox, resume, close } = openSandbox(options);
  const server = createAdaptorServer({ fetch: createRouter(sandbox).fetch }) as Server;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  try {
    smtp = await startSmtp(options.smtpPort ?? 0, sandbox);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
    }).catch(async (error: unknown) => {
      await smtp.stop();
      throw error;
    });
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  sandbox.options.apiUrl = url;
  sandbox.options.publicUrl ??= url;
  resume();
  return {
    port,
    smtpPort: smtp.port,
    url,
    stop: async () => {
      const mailClosed = smtp.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, mailClosed]);
      await close();
    },
  };
}

type OpenSandbox = {
  sandbox: Sandbox;
  /** Continues what an earlier run left: undelivered events and months that are due. */
  resume: () => void;
  /** Ends deliveries and closes the journal. */
  close: () => Promise<void>;
};

function openSandbox(wanted: SandboxOptions): OpenSandbox {
  const options = { ...wanted, apiUrl: "" };
  const store = new Store(options.dataDir);
  const faults = new Faults();
  const sender = new Sender({
    card: cardHook({ url: options.webhookUrl, secret: options.webhookSecret }),
    connect: cardHook(options.connect ?? null),
    accounts: cardHook(options.accountEvents ?? null),
    wallet: walletHook(options),
  });
  const outbox = new Outbox(store, sender, options.retryMs ?? 500);
  const dispatcher = new Dispatcher(store, faults, outbox);
  const sandbox: Sandbox = {
    options,
    store,
    faults,
    calls: new Calls(),
    dispatcher,
    sender,
    mailbox: new Mailbox(),
    pushes: new Pushes(),
    locks: new Set(),
    commit: (work, answer) => {
      store.commit(work.changes(), answer);
      dispatcher.dispatch(work.events);
    },
  };
  let stopTimers: (() => void)[] = [];
  return {
    sandbox,
    resume: () => {
      outbox.resume();
      stopTimers = [startWalletRenewals(sandbox), startCardRenewals(sandbox), startCardClock(sandbox)];
    },
    close: async () => {
      for (const stop of stopTimers) stop();
      await outbox.stop();
      store.close();
    },
  };
}
