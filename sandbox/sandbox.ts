import type { SandboxOptions } from "./config";
import { Dispatcher } from "./events/dispatcher";
import { Outbox } from "./events/outbox";
import { Sender } from "./events/sender";
import { Orders } from "./orders/orders";
import { Store } from "./state/store";

/** The parts of a running sandbox, as its routes need them. */
export type Sandbox = {
  options: SandboxOptions;
  store: Store;
  orders: Orders;
  dispatcher: Dispatcher;
  sender: Sender;
  /** Ends deliveries and closes the journal. */
  close: () => Promise<void>;
};

/** Opens what an earlier run left and goes on delivering its events. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const store = new Store(options.dataDir);
  const orders = new Orders();
  const sender = new Sender(options.webhookUrl, options.webhookSecret);
  const outbox = new Outbox(store, sender, options.retryMs ?? 500);
  outbox.resume();
  return {
    options,
    store,
    orders,
    dispatcher: new Dispatcher(store, orders, outbox),
    sender,
    close: async () => {
      await outbox.stop();
      store.close();
    },
  };
}
