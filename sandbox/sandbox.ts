import type { RunningOptions } from "./config";
import type { Faults } from "./control/faults";
import type { Dispatcher } from "./events/dispatcher";
import type { Sender } from "./events/sender";
import type { Mailbox } from "./mail/mailbox";
import type { Pushes } from "./push/pushes";
import type { KeyedAnswer, Store } from "./state/store";
import type { UnitOfWork } from "./state/unit-of-work";

/** The parts of a running sandbox, as its routes need them. */
export type Sandbox = {
  options: RunningOptions;
  store: Store;
  faults: Faults;
  /** The last calls, for tests that follow a request to the provider. A restart forgets them. */
  calls: Call[];
  dispatcher: Dispatcher;
  sender: Sender;
  mailbox: Mailbox;
  pushes: Pushes;
  /** The ids of payments that a call is changing. */
  locks: Set<string>;
  /** Writes what a call changed and dispatches its events. */
  commit: (work: UnitOfWork, answer?: KeyedAnswer) => void;
  /** Changes something that no call of an API asked for, such as by time or on a page. */
  change: <T>(act: (work: UnitOfWork) => T) => T;
};

/** A call that was served. `caller` is the `X-Request-Id` that came with it. */
export type Call = { call: string; about: string | null; requestId: string; caller: string | null };
