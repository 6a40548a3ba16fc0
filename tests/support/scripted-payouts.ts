import { randomUUID } from "node:crypto";
import { now } from "@/lib/ground/clock";
import { ProviderUnavailable, type Span } from "@/lib/providers/gateway";
import {
  type NewPayeeAccount,
  type NewPayout,
  type NewReversal,
  type NewTransfer,
  type OnboardingPage,
  type PayoutProvider,
  PayoutRefused,
  type ProviderPayee,
  type ProviderPayout,
  type ProviderReversal,
  type ProviderTransfer,
} from "@/lib/providers/payout-provider";

export type ScriptedTransfer = NewTransfer & { id: string; returned: number; createdAt: Date };
type ScriptedReversal = ProviderReversal & { providerTransferId: string };
type ScriptedPayout = NewPayout & ProviderPayout & { madeAt: Date };

/**
 * A provider of payouts whose answers a test sets, for races and orders that are too many for HTTP. It answers a key as
 * it answered it first, refusals too, and refuses the same key with something else. Where the provider's protocol
 * matters, tests use the payments sandbox.
 */
export class ScriptedPayouts implements PayoutProvider {
  accounts = new Map<string, ProviderPayee>();
  transfers = new Map<string, ScriptedTransfer>();
  reversals = new Map<string, ScriptedReversal>();
  payouts = new Map<string, ScriptedPayout>();
  /** Cents that are on the accounts, but cannot be paid out yet. */
  pending = new Map<string, number>();
  /** Calls that fail without answering, after acting when `acted` is set; or that are refused with a code. */
  failures: { call: keyof PayoutProvider; acted?: boolean; refused?: string }[] = [];
  /** Called before and after each call, so that a test can stop there. */
  onCall: (call: string, when: "before" | "after") => Promise<void> | void = () => undefined;
  /** How often each call was made. */
  calls: Partial<Record<keyof PayoutProvider, number>> = {};
  private answers = new Map<string, { asked: string; answer?: unknown; refused?: string }>();

  constructor(readonly provider: "stripe" | "paypal" = "stripe") {}

  /** An account that can be transferred to and paid out from. */
  open(id = `acct_${randomUUID()}`): string {
    this.accounts.set(id, {
      id,
      country: "NL",
      transfers: "active",
      payouts: "active",
      waitsFor: "nobody",
      waitsUntil: null,
      problem: null,
      bankId: this.provider === "stripe" ? `ba_${randomUUID()}` : null,
      bankLast4: "1234",
      bankFingerprint: `bank of ${id}`,
      closed: false,
    });
    return id;
  }

  /** Its owner enters a bank account, perhaps the same one again. */
  setBank(id: string, iban: string): void {
    const bankFingerprint = `fingerprint of ${iban}`;
    this.set(id, { bankId: `ba_${randomUUID()}`, bankLast4: iban.slice(-4), bankFingerprint });
  }

  set(id: string, changes: Partial<ProviderPayee>): void {
    this.accounts.set(id, { ...this.truth(id), ...changes });
  }

  truth(id: string): ProviderPayee {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`no account ${id}`);
    return account;
  }

  async createAccount({ accountId, email, idempotencyKey }: NewPayeeAccount) {
    const id = this.provider === "stripe" ? `acct_${idempotencyKey}` : `${accountId}:${email}`;
    return this.act("createAccount", () => ({ id: this.open(id) }));
  }

  async findAccount(id: string) {
    return this.act("findAccount", () => this.accounts.get(id) ?? null);
  }

  async closeAccount(id: string) {
    return this.act("closeAccount", () => {
      const account = this.accounts.get(id);
      if (!account || this.balanceOf(id) !== 0) throw new PayoutRefused("account_has_balance");
      account.closed = true;
    });
  }

  async onboardingPage(id: string, { returnUrl }: OnboardingPage) {
    return this.act("onboardingPage", () => `https://onboarding.example/${id}?return=${returnUrl}`);
  }

  async createTransfer(asked: NewTransfer) {
    return this.act("createTransfer", () =>
      this.once(asked, () => {
        const account = this.accounts.get(asked.account);
        if (account?.transfers !== "active" || account.closed) throw new PayoutRefused("account_closed");
        const transfer = { ...asked, id: `tr_${randomUUID()}`, returned: 0, createdAt: now() };
        this.transfers.set(transfer.id, transfer);
        return { id: transfer.id };
      }),
    );
  }

  async findTransfers(donationId: string) {
    return this.act("findTransfers", () => {
      const found = [...this.transfers.values()].filter((each) => each.donationId === donationId);
      return found.map((each) => this.listed(each));
    });
  }

  async listTransfers({ from, to }: Span) {
    return this.act("listTransfers", () => {
      const found = [...this.transfers.values()].filter(
        (each) => each.createdAt >= from && each.createdAt < to,
      );
      return { rows: found.map((each) => this.listed(each)), next: null };
    });
  }

  private listed(transfer: ScriptedTransfer): ProviderTransfer {
    const { currency: _currency, idempotencyKey: _key, ...shown } = transfer;
    return { ...shown, reversals: this.reversalsOf(transfer.id) };
  }

  async reverseTransfer(asked: NewReversal) {
    return this.act("reverseTransfer", () =>
      this.once(asked, () => {
        const transfer = this.transfers.get(asked.providerTransferId);
        if (!transfer) throw new PayoutRefused("resource_missing");
        if (this.accounts.get(transfer.account)?.closed) throw new PayoutRefused("account_closed");
        if (transfer.returned + asked.amount > transfer.amount) throw new PayoutRefused("amount_too_large");
        if (this.balanceOf(transfer.account) < asked.amount) return { outcome: "short" as const };
        transfer.returned += asked.amount;
        const { idempotencyKey: _key, ...made } = asked;
        const reversal = { ...made, id: `trr_${randomUUID()}`, createdAt: now() };
        this.reversals.set(reversal.id, reversal);
        return { outcome: "done" as const, id: reversal.id };
      }),
    );
  }

  /** An operator takes money of a transfer back in the provider's dashboard. */
  reverseByHand(transfer: ScriptedTransfer, amount: number): void {
    transfer.returned += amount;
    const id = `trr_${randomUUID()}`;
    const named = { transferReturnId: null, providerTransferId: transfer.id, isRecovery: false };
    this.reversals.set(id, { ...named, id, amount, createdAt: now() });
  }

  async findReversals(providerTransferId: string) {
    return this.act("findReversals", () => this.reversalsOf(providerTransferId));
  }

  private reversalsOf(providerTransferId: string): ProviderReversal[] {
    const found = [...this.reversals.values()].filter(
      (each) => each.providerTransferId === providerTransferId,
    );
    return found.map(({ id, transferReturnId, amount, isRecovery, createdAt }) => ({
      id,
      transferReturnId,
      amount,
      isRecovery,
      createdAt,
    }));
  }

  async createPayout(asked: NewPayout) {
    return this.act("createPayout", () =>
      this.once(asked, () => {
        const account = this.accounts.get(asked.account);
        if (account?.payouts !== "active" || account.closed) throw new PayoutRefused("payouts_not_allowed");
        const available = this.balanceOf(asked.account) - (this.pending.get(asked.account) ?? 0);
        const hasMoney = this.provider === "paypal" || available >= asked.amount;
        if (!hasMoney) throw new PayoutRefused("balance_insufficient");
        const payout: ScriptedPayout = {
          ...asked,
          id: `po_${randomUUID()}`,
          state: "sent",
          arrivesOn: "2026-12-01",
          failureCode: null,
          destination: account.bankId,
          madeAt: now(),
        };
        this.payouts.set(payout.id, payout);
        return answerOf(payout);
      }),
    );
  }

  async findPayout(account: string, providerId: string) {
    return this.act("findPayout", () => {
      const payout = this.payouts.get(providerId);
      return payout?.account === account ? answerOf(payout) : null;
    });
  }

  async listPayouts(account: string, since: Date) {
    return this.act("listPayouts", () => {
      if (this.provider === "paypal") return null;
      const isIt = (payout: ScriptedPayout) => payout.account === account && payout.madeAt >= since;
      return [...this.payouts.values()].filter(isIt).map((payout) => ({
        ...answerOf(payout),
        cause: payout.cause,
        donationIds: [...payout.donationIds],
        createdAt: payout.madeAt,
      }));
    });
  }

  async balance(account: string | null) {
    return this.act("balance", () => {
      const pending = account === null ? 0 : (this.pending.get(account) ?? 0);
      return { available: (account === null ? -this.moved() : this.balanceOf(account)) - pending, pending };
    });
  }

  async isPlatformManual() {
    return this.act("isPlatformManual", () => true);
  }

  /** Cents on an account: what was transferred, did not come back, and is not in a payout. */
  balanceOf(account: string): number {
    const moved = sum(
      [...this.transfers.values()].filter((each) => each.account === account),
      left,
    );
    return moved - this.inBankOf(account);
  }

  /** Cents of an account's payouts that did not fail. */
  inBankOf(account: string): number {
    const isLive = (payout: ScriptedPayout) => payout.account === account && payout.state !== "failed";
    return sum([...this.payouts.values()].filter(isLive), ({ amount }) => amount);
  }

  /** Cents that left the platform for accounts, without what came back. */
  moved(): number {
    return sum([...this.transfers.values()], left);
  }

  /** The bank takes a payout, or gives it back. */
  come(payout: ScriptedPayout, state: "on_the_way" | "paid" | "failed", code = "account_closed"): void {
    payout.state = state;
    payout.failureCode = state === "failed" ? code : null;
    payout.traceId = state === "paid" ? `TRACE${payout.payoutId.slice(-6)}` : null;
  }

  private once<T>(asked: { idempotencyKey: string }, run: () => T): T {
    const text = JSON.stringify(asked);
    const known = this.answers.get(asked.idempotencyKey);
    if (known && known.asked !== text)
      throw new Error(`the key ${asked.idempotencyKey} is for something else`);
    if (known?.refused) throw new PayoutRefused(known.refused);
    if (known) return known.answer as T;
    try {
      const answer = run();
      this.answers.set(asked.idempotencyKey, { asked: text, answer });
      return answer;
    } catch (error) {
      if (error instanceof PayoutRefused) {
        this.answers.set(asked.idempotencyKey, { asked: text, refused: error.code });
      }
      throw error;
    }
  }

  protected async act<T>(call: keyof PayoutProvider, run: () => T): Promise<T> {
    this.calls[call] = (this.calls[call] ?? 0) + 1;
    await this.onCall(call, "before");
    const at = this.failures.findIndex((failure) => failure.call === call);
    const [failure] = at < 0 ? [] : this.failures.splice(at, 1);
    if (failure?.refused) throw new PayoutRefused(failure.refused);
    if (failure && !failure.acted) throw new ProviderUnavailable("scripted");
    const result = run();
    if (failure) throw new ProviderUnavailable("scripted, after acting");
    await this.onCall(call, "after");
    return result;
  }
}

function left({ amount, returned }: ScriptedTransfer): number {
  return amount - returned;
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function answerOf(payout: ScriptedPayout): ProviderPayout {
  const { id, payoutId, state, amount, arrivesOn, traceId, failureCode, destination } = payout;
  return { id, payoutId, state, amount, arrivesOn, traceId: traceId ?? null, failureCode, destination };
}
