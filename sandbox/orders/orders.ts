import { z } from "zod";
import { REFUSALS, type RefusalName } from "../card/cards/refusals";
import { statusOf } from "../wallet/described";

const refusalNames = Object.keys(REFUSALS) as [RefusalName, ...RefusalName[]];

const instruction = {
  /** The next confirmation is refused, whatever the card; so is the next capture of a wallet order, whatever the reason. */
  decline: z.enum(refusalNames),
  /** The next confirmation stays `processing`, until it is told to succeed or fail; so does the next capture of a wallet order. */
  process: z.literal(true),
  /**
   * The next call of the wallet provider that `scope.call` names is refused with this issue, one that its description
   * has for that call.
   */
  refuse: z.string(),
  /** The next list of a subscription's payments lacks the newest, as the provider's lags behind its own events. */
  lag: z.literal(true),
  /** The next call fails with this status before it does anything. */
  failNext: z.union([400, 403, 404, 429, 500, 503].map((status) => z.literal(status))),
  /** The next call acts, and then never answers (`silence`) or loses its connection (`cut`). */
  timeoutAfterActing: z.enum(["silence", "cut"]),
  /** The next call acts, and answers this much later. */
  answerAfterMs: z.int().min(1).max(600_000),
  /**
   * The next call acts this much later. Until then its payment is locked, and refuses other calls that would change it.
   */
  actAfterMs: z.int().min(1).max(60_000),
  /** The next event is not delivered. */
  lose: z.literal(true),
  /** The next event is delivered this many times, all at once. */
  duplicate: z.int().min(2).max(200),
  /** The next so many events are kept until all have come, and then delivered last first. */
  reorder: z.int().min(2).max(50),
  /** The next event is delivered this much later; others overtake it. */
  delayMs: z.int().min(1).max(600_000),
};
type Instruction = { [K in keyof typeof instruction]: z.infer<(typeof instruction)[K]> };
type Name = keyof Instruction;
const NAMES = Object.keys(instruction) as Name[];

/** An order: exactly one instruction, for whom it is meant, and how often it is followed. */
export const orderSchema = z
  .strictObject({
    ...z.object(instruction).partial().shape,
    scope: z
      .strictObject({
        /** The id of a payment, a wallet order or a subscription. */
        payment: z.string(),
        /** A call as documented, such as `POST /v1/refunds`. */
        call: z.string(),
        /** An event's type, such as `charge.refunded`. */
        event: z.string(),
      })
      .partial()
      .default({}),
    times: z.int().min(1).max(1_000_000).default(1),
  })
  .refine((order) => NAMES.filter((name) => order[name] !== undefined).length === 1, {
    message: `needs exactly one of ${NAMES.join(", ")}`,
  })
  .refine(({ refuse, scope }) => refuse === undefined || statusOf(scope.call ?? "", refuse) !== null, {
    message: "needs an issue that the provider's description has for the call of its scope",
  });
export type Order = z.output<typeof orderSchema>;

/** What is about to happen, to be held against an order's scope. */
type Occasion = { payment?: string | undefined; call?: string; event?: string };

/** The faults that a test asked for. They are forgotten on a restart. */
export class Orders {
  #orders: Order[] = [];

  get list(): readonly Order[] {
    return this.#orders;
  }

  give(order: Order): void {
    this.#orders.push(order);
  }

  clear(): void {
    this.#orders = [];
  }

  /** The instruction of this name that is meant for the occasion, used up by one. */
  take<K extends Name>(name: K, occasion: Occasion): Instruction[K] | undefined {
    const order = this.#orders.find((one) => one[name] !== undefined && isMeant(one.scope, occasion));
    if (!order) return undefined;
    order.times -= 1;
    if (order.times === 0) this.#orders = this.#orders.filter((one) => one !== order);
    return order[name] as Instruction[K] | undefined;
  }
}

function isMeant(scope: Order["scope"], occasion: Occasion): boolean {
  return (
    (scope.payment === undefined || scope.payment === occasion.payment) &&
    (scope.call === undefined || scope.call === occasion.call) &&
    (scope.event === undefined || scope.event === occasion.event)
  );
}
