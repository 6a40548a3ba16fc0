import { z } from "zod";
import { REFUSALS, type RefusalName } from "../card/cards";
import { statusOf } from "../wallet/issues";

const refusalNames = Object.keys(REFUSALS) as [RefusalName, ...RefusalName[]];

const effect = {
  /** The next confirmation is refused, whatever the card. The next capture of a wallet order is too. */
  decline: z.enum(refusalNames),
  /** The next confirmation stays `processing`, and the next capture of a wallet order stays pending. */
  process: z.literal(true),
  /** The next wallet call that `scope.call` names is refused with this issue, one that its API description has. */
  refuse: z.string(),
  /** The next list of a subscription's payments lacks the newest, as the provider's can lag behind its events. */
  lag: z.literal(true),
  /** The next recipient of the scope is refused: for now (451), as unknown (550) or by policy (554). */
  refuseRecipient: z.literal([451, 550, 554]),
  /** The connection is lost before the next message is accepted: it is not stored. */
  cutBeforeActing: z.literal(true),
  /**
   * The next call, or push message, fails with this status before it does anything. The card provider remembers a 500
   * for an idempotency key, as that of a call that it began to execute.
   */
  failNext: z.literal([400, 403, 404, 410, 429, 500, 502, 503]),
  /** The next call acts, and then never answers (`silence`) or loses its connection (`cut`). */
  timeoutAfterActing: z.enum(["silence", "cut"]),
  /** The next call acts, and answers this many milliseconds later. */
  answerAfterMs: z.int().min(1).max(600_000),
  /** The next call acts this many milliseconds later. Until then its payment refuses other calls that change it. */
  actAfterMs: z.int().min(1).max(60_000),
  /** The next event is not delivered. */
  lose: z.literal(true),
  /** The next event is delivered this many times at once. */
  duplicate: z.int().min(2).max(200),
  /** This many events are held until all have come, and then delivered last first. */
  reorder: z.int().min(2).max(50),
  /** The next event is delivered this many milliseconds later; others overtake it. */
  delayMs: z.int().min(1).max(600_000),
};
type Effects = { [K in keyof typeof effect]: z.infer<(typeof effect)[K]> };
type Name = keyof Effects;
const NAMES = Object.keys(effect) as Name[];

/** A fault: exactly one effect, what it applies to, and how often. */
export const faultSchema = z
  .strictObject({
    ...z.object(effect).partial().shape,
    scope: z
      .strictObject({
        /** The id of a payment, an order, a subscription, an account, a transfer or a payout: see `router.ts`. */
        payment: z.string(),
        /** A call as documented, such as `POST /v1/refunds`. */
        call: z.string(),
        /** An event's type, such as `charge.refunded`. */
        event: z.string(),
        /**
         * An address of mail, the id of a push subscription, or `*` for every one: the fault applies to messages, and
         * to nothing else. Of a mail to several the first counts.
         */
        recipient: z.string(),
      })
      .partial()
      .default({}),
    times: z.int().min(1).max(1_000_000).default(1),
  })
  .refine((fault) => NAMES.filter((name) => fault[name] !== undefined).length === 1, {
    message: `needs exactly one of ${NAMES.join(", ")}`,
  })
  .refine(
    ({ refuseRecipient, cutBeforeActing, scope }) =>
      (refuseRecipient === undefined && cutBeforeActing === undefined) || scope.recipient !== undefined,
    { message: "needs a recipient in its scope" },
  )
  .refine(({ refuse, scope }) => refuse === undefined || statusOf(scope.call ?? "", refuse) !== null, {
    message: "needs an issue that the provider's description has for the call of its scope",
  });
type Fault = z.output<typeof faultSchema>;

/** A call, an event or a message, to be compared with a fault's scope. */
type Occasion = { payment?: string | undefined; call?: string; event?: string; recipient?: string };

/** The faults that tests requested. A restart forgets them. */
export class Faults {
  #faults: Fault[] = [];

  get list(): readonly Fault[] {
    return this.#faults;
  }

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  clear(): void {
    this.#faults = [];
  }

  /** The first matching fault with this effect; each use lowers its `times`. */
  take<K extends Name>(name: K, occasion: Occasion): Effects[K] | undefined {
    const fault = this.#faults.find((one) => one[name] !== undefined && matches(one.scope, occasion));
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((one) => one !== fault);
    return fault[name] as Effects[K] | undefined;
  }
}

function matches(scope: Fault["scope"], occasion: Occasion): boolean {
  return (
    (scope.payment === undefined || scope.payment === occasion.payment) &&
    (scope.call === undefined || scope.call === occasion.call) &&
    (scope.event === undefined || scope.event === occasion.event) &&
    matchesRecipient(scope.recipient, occasion.recipient)
  );
}

/** Messages are sent at any time, so they must not use up a fault that a test requested for a call. */
function matchesRecipient(wanted: string | undefined, recipient: string | undefined): boolean {
  if (wanted === undefined || recipient === undefined) return wanted === recipient;
  return wanted === "*" || wanted.toLowerCase() === recipient.toLowerCase();
}
