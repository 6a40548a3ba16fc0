import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { startCardClock } from "./card/provider/clock";
import { startCardRenewals } from "./card/provider/renewals";
import type { SandboxOptions } from "./config";
import { Faults } from "./control/faults";
import { Dispatcher } from "./events/dispatcher";
import { Outbox } from "./events/outbox";
import { Sender } from "./events/sender";
import { Mailbox } from "./mail/mailbox";
import { startSmtp } from "./mail/smtp";
import { Pushes } from "./push/pushes";
import { createRouter } from "./router";
import type { Sandbox } from "./sandbox";
import { Store } from "./state/store";
import { UnitOfWork } from "./state/unit-of-work";
import { startWalletRenewals } from "./wallet/provider/renewals";

/**
 * Starts a payments sandbox and its SMTP server on the loopback address.
 * @throws Error when a key is a live one, a port is taken or the journal cannot be read
 */
export async function startSandbox(
  wanted: SandboxOptions,
): Promise<{ url: string; port: number; smtpPort: number; stop: () => Promise<void> }> {
  for (const key of [wanted.secretKey, wanted.publishableKey]) {
    if (!/^[sp]k_test_sandbox/.test(key)) throw new Error("the sandbox takes sandbox keys only");
  }
  if (!wanted.wallet.clientId.startsWith("sandbox_")) throw new Error("the sandbox takes sandbox keys only");
  const options = { ...wanted, apiUrl: "" };
  const store = new Store(options.dataDir);
  const faults = new Faults();
  const sender = new Sender(options);
  const outbox = new Outbox(store, sender, options.retryMs ?? 500);
  const dispatcher = new Dispatcher(store, faults, outbox);
  const sandbox: Sandbox = {
    options,
    store,
    faults,
    calls: [],
    dispatcher,
    sender,
    mailbox: new Mailbox(),
    pushes: new Pushes(),
    locks: new Set(),
    commit: (work, answer) => {
      store.commit(work.changes(), answer);
      dispatcher.dispatch(work.events);
    },
    change: (act) => {
      const work = new UnitOfWork(store, null);
      const result = act(work);
      sandbox.commit(work);
      return result;
    },
  };
  let stopTimers: (() => void)[] = [];
  const close = async () => {
    for (const stop of stopTimers) stop();
    await outbox.stop();
    store.close();
  };
  const server = createAdaptorServer({ fetch: createRouter(sandbox).fetch }) as Server;
  let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;
  try {
    smtp = await startSmtp(options.smtpPort ?? 0, sandbox);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
    });
  } catch (error) {
    await smtp?.stop();
    await close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  options.apiUrl = url;
  options.publicUrl ??= url;
  // What an earlier run left: undelivered events, and what is due.
  outbox.resume();
  stopTimers = [startWalletRenewals(sandbox), startCardRenewals(sandbox), startCardClock(sandbox)];
  const mail = smtp;
  return {
    port,
    smtpPort: mail.port,
    url,
    stop: async () => {
      const mailClosed = mail.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, mailClosed]);
      await close();
    },
  };
}
