import { randomUUID } from "node:crypto";
import { now } from "@/lib/ground/clock";
import {
  type Capture,
  type Include,
  type NewPage,
  type NewSubscription,
  type ProviderSubscription,
  ProviderUnavailable,
  RefundOnHold,
  type SubscriptionPayment,
  type UpTo,
  type WalletGateway,
} from "@/lib/providers/gateway";
import { answerOf, refundPart, type ScriptedPayment, UNPAID } from "./scripted-payment";

/**
 * A wallet provider whose answers a test sets, for races and orders of events that are too many for HTTP. Where the
 * provider's protocol matters, tests use the payments sandbox.
 */
export class ScriptedWallet implements WalletGateway {
  readonly provider = "paypal";
  readonly orders = new Map<string, ScriptedPayment>();
  readonly subscriptions = new Map<string, ProviderSubscription>();
  /** What was given back, by the key that asked for it. */
  readonly refunds = new Map<string, number>();
  /** Orders, and payments of subscriptions, whose dispute is open. */
  readonly disputed = new Set<string>();
  /** What the next captures are refused with; the same key is refused again. */
  readonly refusals: Exclude<Capture, { outcome: "accepted" }>[] = [];
  readonly captureKeys: string[] = [];
  private readonly refusedKeys = new Map<string, Capture>();
  /** How often money was taken for an approved order. */
  captures = 0;
  private readonly byKey = new Map<string, string>();
  /** Thrown by the next calls, after acting when `acted` is set. */
  failures: { call: keyof WalletGateway; acted: boolean }[] = [];

  async openPage({ amount, currency, metadata, idempotencyKey }: NewPage) {
    return this.act("openPage", () => {
      const id = this.idFor(idempotencyKey, "ORDER");
      if (!this.orders.has(id)) {
        this.orders.set(id, {
          ...UNPAID,
          clientSecret: "",
          id,
          state: "open",
          amount,
          currency,
          metadata: { ...metadata },
        });
      }
      return { id, url: `https://wallet.example/approve/${id}` };
    });
  }

  async findPayment(id: string, include?: Include) {
    return this.act("findPayment", () => {
      const order = this.orders.get(id);
      if (!order) return null;
      if (include?.disputes) return { ...answerOf(order), disputeOpen: this.disputed.has(id) };
      return answerOf({ ...order, disputeLost: null, disputeOpen: null });
    });
  }

  async capturePayment(id: string, idempotencyKey = ""): Promise<Capture> {
    return this.act("capturePayment", () => {
      const order = this.order(id);
      this.captureKeys.push(idempotencyKey);
      const refused = this.refusedKeys.get(idempotencyKey) ?? this.refusals.shift();
      if (refused) {
        this.refusedKeys.set(idempotencyKey, refused);
        return refused;
      }
      if (order.state !== "approved") return { outcome: "accepted" };
      order.state = "succeeded";
      order.received = order.amount;
      order.paidBy = "wallet";
      order.chargeId = `CAPTURE-${id}`;
      this.captures += 1;
      return { outcome: "accepted" };
    });
  }

  async refundPayment(id: string, idempotencyKey: string, upTo?: UpTo) {
    return this.act("refundPayment", () => {
      const order = this.order(id);
      if (this.disputed.has(id)) throw new RefundOnHold("scripted");
      if (order.refunded) return;
      if (upTo) return refundPart(this.refunds, order, idempotencyKey, upTo);
      order.refunded = true;
      this.refunds.set(idempotencyKey, order.received);
    });
  }

  async endPayment() {}

  async createSubscription({ plan, subscriptionId, idempotencyKey }: NewSubscription) {
    return this.act("createSubscription", () => {
      const id = this.idFor(idempotencyKey, "I");
      if (!this.subscriptions.has(id)) {
        const nothing = { nextPaymentAt: null, payments: [] };
        this.subscriptions.set(id, { ...nothing, id, state: "open", plan: plan.key, subscriptionId });
      }
      return { id, url: `https://wallet.example/subscribe/${id}` };
    });
  }

  async findSubscription(id: string) {
    return this.act("findSubscription", () => {
      const subscription = this.subscriptions.get(id);
      return subscription ? structuredClone(subscription) : null;
    });
  }

  async cancelSubscription(id: string) {
    return this.act("cancelSubscription", () => {
      const subscription = this.subscription(id);
      if (subscription.state === "active" || subscription.state === "suspended") {
        subscription.state = "cancelled";
        subscription.nextPaymentAt = null;
      }
    });
  }

  async refundSubscriptionPayment(paymentId: string, idempotencyKey: string, upTo?: UpTo) {
    return this.act("refundSubscriptionPayment", () => {
      const payment = this.payment(paymentId);
      if (this.disputed.has(paymentId)) throw new RefundOnHold("scripted");
      if (payment.refunded) return;
      if (upTo) return refundPart(this.refunds, payment, idempotencyKey, upTo);
      payment.refunded = true;
      this.refunds.set(idempotencyKey, payment.amount);
    });
  }

  readEvent(): never {
    throw new Error("events are given to handleEvent directly");
  }

  /** The payer agrees to an order. */
  approve(id: string): void {
    Object.assign(this.order(id), { state: "approved", changedAt: now() });
  }

  /** The payer agrees to a subscription, and the first month is paid. Answers the payment's id. */
  subscribe(id: string, amount = this.priceOf(id)): string {
    this.subscription(id).state = "active";
    return this.renew(id, amount);
  }

  /** Another month is paid. Answers the payment's id. */
  renew(id: string, amount = this.priceOf(id)): string {
    const payment: SubscriptionPayment = {
      id: `SALE-${randomUUID()}`,
      amount,
      currency: "eur",
      paidAt: now(),
      refunded: false,
      returned: 0,
      disputeLost: false,
      disputeFee: null,
    };
    this.subscription(id).payments.push(payment);
    return payment.id;
  }

  order(id: string): ScriptedPayment {
    return found(this.orders.get(id), id);
  }

  subscription(id: string): ProviderSubscription {
    return found(this.subscriptions.get(id), id);
  }

  payment(id: string): SubscriptionPayment {
    const payments = [...this.subscriptions.values()].flatMap(({ payments }) => payments);
    return found(
      payments.find((payment) => payment.id === id),
      id,
    );
  }

  /** The plan's key ends in its price and currency. */
  private priceOf(id: string): number {
    return Number(this.subscription(id).plan.split("-")[1]);
  }

  private idFor(key: string, prefix: string): string {
    const id = this.byKey.get(key) ?? `${prefix}-${randomUUID()}`;
    this.byKey.set(key, id);
    return id;
  }

  private act<T>(call: keyof WalletGateway, run: () => T): T {
    const at = this.failures.findIndex((failure) => failure.call === call);
    const [failure] = at < 0 ? [] : this.failures.splice(at, 1);
    if (failure && !failure.acted) throw new ProviderUnavailable("scripted");
    const result = run();
    if (failure) throw new ProviderUnavailable("scripted, after acting");
    return result;
  }
}

function found<T>(value: T | undefined, id: string): T {
  if (!value) throw new Error(`nothing is called ${id}`);
  return value;
}
