import type { RunningOptions } from "./config";
import type { Faults } from "./control/faults";
import type { Dispatcher } from "./events/dispatcher";
import type { Sender } from "./events/sender";
import type { Calls } from "./http/calls";
import type { Mailbox } from "./mail/mailbox";
import type { Pushes } from "./push/pushes";
import type { KeyedAnswer, Store } from "./state/store";
import type { UnitOfWork } from "./state/unit-of-work";

/** The parts of a running sandbox, as its routes need them. */
export type Sandbox = {
  options: RunningOptions;
  store: Store;
  faults: Faults;
  calls: Calls;
  dispatcher: Dispatcher;
  sender: Sender;
  mailbox: Mailbox;
  pushes: Pushes;
  /** The ids of payments that a call is changing. */
  locks: Set<string>;
  /** Writes what a call changed and dispatches its events. */
  commit: (work: UnitOfWork, answer?: KeyedAnswer) => void;
};
