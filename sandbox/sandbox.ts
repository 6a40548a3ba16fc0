import { cardHook } from "./card/events/signature";
import { startCardRenewals } from "./card/provider/renewals";
import type { SandboxOptions } from "./config";
import { Dispatcher } from "./events/dispatcher";
import { Outbox } from "./events/outbox";
import { Sender } from "./events/sender";
import { Calls } from "./http/calls";
import { Orders } from "./orders/orders";
import { Store } from "./state/store";
import { walletHook } from "./wallet/events/signature";
import { startRenewals } from "./wallet/provider/renewals";

/** The options of a sandbox that may not have an address yet. */
export type RunningOptions = SandboxOptions & {
  /** This server's own address, for the providers' links to themselves. */
  apiUrl: string;
};

/** The parts of a running sandbox, as its routes need them. */
export type Sandbox = {
  options: RunningOptions;
  store: Store;
  orders: Orders;
  calls: Calls;
  dispatcher: Dispatcher;
  sender: Sender;
  /** The payments that a call is changing. */
  locks: Set<string>;
  /** Goes on with what an earlier run left: events that were not delivered, months that are due. */
  begin: () => void;
  /** Ends deliveries and closes the journal. */
  close: () => Promise<void>;
};

/** Opens what an earlier run left. */
export function openSandbox(asked: SandboxOptions): Sandbox {
  const options = { ...asked, apiUrl: "" };
  const store = new Store(options.dataDir);
  const orders = new Orders();
  const sender = new Sender({
    card: cardHook(options.webhookUrl, options.webhookSecret),
    wallet: walletHook(options),
  });
  const outbox = new Outbox(store, sender, options.retryMs ?? 500);
  const dispatcher = new Dispatcher(store, orders, outbox);
  let endRenewals = () => {};
  let endCardRenewals = () => {};
  return {
    options,
    store,
    orders,
    calls: new Calls(),
    dispatcher,
    sender,
    locks: new Set(),
    begin: () => {
      outbox.resume();
      endRenewals = startRenewals(store, dispatcher, options.renewalBatchMs ?? 6 * 3_600_000);
      endCardRenewals = startCardRenewals({ store, dispatcher, orders });
    },
    close: async () => {
      endRenewals();
      endCardRenewals();
      await outbox.stop();
      store.close();
    },
  };
}
