import { randomUUID } from "node:crypto";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import {
  type CardGateway,
  type NewPage,
  type NewPayment,
  type NewSubscription,
  NoMethodLeft,
  type ProviderPayment,
  ProviderUnavailable,
  RefundOnHold,
  type UpTo,
} from "@/lib/providers/gateway";
import { answerOf, refundPart, type ScriptedPayment, UNPAID } from "./scripted-payment";
import { ScriptedWallet } from "./scripted-wallet";

type ScriptedPage = { state: "open" | "completed" | "expired"; paymentId: string | null; asked: NewPage };

/**
 * A card provider whose answers a test sets, for races and orders of events that are too many for HTTP. Where the
 * provider's protocol matters, tests use the payments sandbox.
 */
export class ScriptedCard implements CardGateway {
  readonly provider: PaymentProvider = "stripe";
  readonly payments = new Map<string, ScriptedPayment>();
  readonly pages = new Map<string, ScriptedPage>();
  readonly refunds = new Map<string, number>();
  /** Payments whose dispute is open. */
  readonly disputed = new Set<string>();
  /** Its subscriptions, which continue as the wallet's do; each is agreed to on a page with an id of its own. */
  readonly agreements = new ScriptedWallet();
  /** The account has a bank's method switched on. */
  offersBanks = true;
  private readonly byKey = new Map<string, string>();
  /** Thrown by the next calls, after acting when `acted` is set. */
  failures: { call: keyof CardGateway; acted: boolean }[] = [];

  async createPayment(payment: NewPayment) {
    return this.act("createPayment", () => {
      if (payment.withoutCards && !this.offersBanks) throw new NoMethodLeft();
      const known = this.byKey.get(payment.idempotencyKey);
      const id = known ?? `pi_${randomUUID()}`;
      const { amount, currency, metadata } = payment;
      const clientSecret = `${id}_secret_x`;
      if (!known) {
        this.byKey.set(payment.idempotencyKey, id);
        this.payments.set(id, {
          ...UNPAID,
          id,
          amount,
          currency,
          clientSecret,
          metadata: { ...metadata },
        });
      }
      return { id, clientSecret };
    });
  }

  async findPayment(id: string) {
    return this.act("findPayment", () => {
      const page = this.pages.get(id);
      const payment = this.payments.get(page?.paymentId ?? id);
      if (!page) return payment ? this.answer(payment) : null;
      const { amount, currency } = page.asked;
      const known: ScriptedPayment = payment ?? {
        ...UNPAID,
        id,
        amount,
        currency,
        clientSecret: "",
        metadata: {},
      };
      if (known.state !== "open") return this.answer(known);
      return {
        ...this.answer(known),
        state: page.state === "expired" ? ("cancelled" as const) : known.state,
      };
    });
  }

  async refundPayment(id: string, idempotencyKey: string, upTo?: UpTo) {
    return this.act("refundPayment", () => {
      const payment = this.truth(id);
      if (this.disputed.has(id)) throw new RefundOnHold("scripted");
      if (payment.refunded) return;
      if (upTo) return refundPart(this.refunds, payment, idempotencyKey, upTo);
      payment.refunded = true;
      this.refunds.set(idempotencyKey, payment.received);
    });
  }

  async endPayment(id: string) {
    return this.act("endPayment", () => {
      const page = this.pages.get(id);
      if (page?.state === "open") page.state = "expired";
      if (page) return;
      const payment = this.truth(id);
      if (payment.state === "open") payment.state = "cancelled";
    });
  }

  async openPage(asked: NewPage) {
    return this.act("openPage", () => {
      const id = this.byKey.get(asked.idempotencyKey) ?? `cs_${randomUUID()}`;
      if (!this.pages.has(id)) {
        this.byKey.set(asked.idempotencyKey, id);
        this.pages.set(id, { state: "open", paymentId: null, asked });
      }
      return { id, url: `https://checkout.example/${id}` };
    });
  }

  async createSubscription(asked: NewSubscription) {
    return this.act("createSubscription", async () => {
      const { id } = await this.agreements.createSubscription(asked);
      return { id: `cs_${id}`, url: `https://checkout.example/cs_${id}` };
    });
  }

  /** An agreement has no id of its own before its payer has agreed. */
  async findSubscription(id: string) {
    return this.act("findSubscription", async () => {
      const truth = await this.agreements.findSubscription(agreementOf(id));
      if (truth?.state !== "open") return truth;
      return id.startsWith("cs_") ? { ...truth, id } : null;
    });
  }

  async cancelSubscription(id: string) {
    return this.act("cancelSubscription", () => this.agreements.cancelSubscription(agreementOf(id)));
  }

  async refundSubscriptionPayment(paymentId: string, idempotencyKey: string, upTo?: UpTo) {
    return this.act("refundSubscriptionPayment", () =>
      this.agreements.refundSubscriptionPayment(paymentId, idempotencyKey, upTo),
    );
  }

  readEvent(): never {
    throw new Error("events are given to handleEvent directly");
  }

  /** The payer pays. */
  pay(id: string): void {
    const payment = this.truth(id);
    payment.state = "succeeded";
    payment.received = payment.amount;
    payment.paidBy = "card";
    payment.chargeId = id.replace("pi_", "ch_");
  }

  /** The payer pays on a hosted page. Answers the payment's id. */
  async payCheckout(id: string): Promise<string> {
    const page = this.pages.get(id);
    if (page?.state !== "open") throw new Error(`page ${id} is not open`);
    const payment = await this.createPayment({ ...page.asked, idempotencyKey: `paid ${id}` });
    page.state = "completed";
    page.paymentId = payment.id;
    this.pay(payment.id);
    return payment.id;
  }

  truth(id: string): ScriptedPayment {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`no payment ${id}`);
    return payment;
  }

  private answer(payment: ScriptedPayment): ProviderPayment {
    return { ...answerOf(payment), disputeOpen: this.disputed.has(payment.id) };
  }

  private async act<T>(call: keyof CardGateway, run: () => T | Promise<T>): Promise<T> {
    const at = this.failures.findIndex((failure) => failure.call === call);
    const [failure] = at < 0 ? [] : this.failures.splice(at, 1);
    if (failure && !failure.acted) throw new ProviderUnavailable("scripted");
    const result = await run();
    if (failure) throw new ProviderUnavailable("scripted, after acting");
    return result;
  }
}

/** The agreement that is made on a page of this id. */
export function agreementOf(pageId: string): string {
  return pageId.replace(/^cs_/, "");
}
