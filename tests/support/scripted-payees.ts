import { randomUUID } from "node:crypto";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import {
  type NewPayeeAccount,
  type OnboardingPage,
  type PayoutProvider,
  PayoutRefused,
  type ProviderPayee,
} from "@/lib/providers/payout-provider";

const NEW: Omit<ProviderPayee, "id" | "country"> = {
  transfers: "restricted",
  payouts: "restricted",
  waitsFor: "owner",
  waitsUntil: null,
  problem: null,
  bankLast4: null,
  bankFingerprint: null,
  closed: false,
};

const ACTIVE = { transfers: "active", payouts: "active", waitsFor: "nobody" } as const;

/** What somebody answers on the provider's page: the five test persons of the payments sandbox. */
const PERSONS = {
  verified: ACTIVE,
  in_review: { transfers: "pending", payouts: "pending", waitsFor: "provider" },
  document_asked: {
    transfers: "pending",
    payouts: "pending",
    waitsFor: "owner",
    problem: "document_required",
  },
  refused: { transfers: "rejected", payouts: "rejected", waitsFor: "nobody", problem: "rejected.other" },
  asked_again: { ...ACTIVE, waitsFor: "owner", problem: "document_expired" },
} as const satisfies Record<string, Partial<ProviderPayee>>;

type Call = "createAccount" | "findAccount" | "closeAccount" | "onboardingPage";

const missing = async (): Promise<never> => {
  throw new Error("this script moves no money");
};

/** The accounts of payees at a provider, as a test sets them. It moves no money. */
export class ScriptedPayees implements PayoutProvider {
  readonly provider = "stripe";
  readonly accounts = new Map<string, ProviderPayee>();
  readonly opened: NewPayeeAccount[] = [];
  readonly pages: (OnboardingPage & { id: string })[] = [];
  /** The ids of accounts that it was asked about. */
  readonly asked: string[] = [];
  private readonly byKey = new Map<string, string>();
  /** The next calls that fail, after acting when `acted` is set. */
  failures: { call: Call; acted: boolean }[] = [];
  /** What the next calls are refused with. */
  refusals: { call: Call; code: string }[] = [];

  createTransfer = missing;
  findTransfer = missing;
  reverseTransfer = missing;
  findReversal = missing;
  createPayout = missing;
  findPayout = missing;
  balance = missing;
  isPlatformManual = async () => true;

  createAccount(account: NewPayeeAccount) {
    return this.act("createAccount", () => {
      const id = this.byKey.get(account.idempotencyKey) ?? `acct_${randomUUID()}`;
      if (!this.accounts.has(id)) {
        this.byKey.set(account.idempotencyKey, id);
        this.opened.push(account);
        this.accounts.set(id, { ...NEW, id, country: account.country });
      }
      return { id };
    });
  }

  findAccount(id: string) {
    this.asked.push(id);
    return this.act("findAccount", () => {
      const account = this.accounts.get(id);
      return account ? { ...account } : null;
    });
  }

  closeAccount(id: string) {
    return this.act("closeAccount", () => this.set(id, { closed: true }));
  }

  onboardingPage(id: string, page: OnboardingPage) {
    return this.act("onboardingPage", () => {
      if (this.truth(id).closed) throw new PayoutRefused("account_closed");
      this.pages.push({ id, ...page });
      return `https://onboarding.example/${this.pages.length}`;
    });
  }

  /** The owner answers what the provider's page asks, with a bank account. */
  answer(id: string, person: keyof typeof PERSONS, iban = "NL91ABNA0417164300"): void {
    this.set(id, { problem: null, ...PERSONS[person] });
    this.setBank(id, iban);
  }

  setBank(id: string, iban: string): void {
    this.set(id, { bankLast4: iban.slice(-4), bankFingerprint: `fingerprint of ${iban}` });
  }

  set(id: string, changes: Partial<ProviderPayee>): void {
    this.accounts.set(id, { ...this.truth(id), ...changes });
  }

  truth(id: string): ProviderPayee {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`no account ${id}`);
    return account;
  }

  private async act<T>(call: Call, run: () => T): Promise<T> {
    const [refusal] = take(this.refusals, call);
    if (refusal) throw new PayoutRefused(refusal.code);
    const [failure] = take(this.failures, call);
    if (failure && !failure.acted) throw new ProviderUnavailable("scripted");
    const result = run();
    if (failure) throw new ProviderUnavailable("scripted, after acting");
    return result;
  }
}

function take<T extends { call: Call }>(from: T[], call: Call): T[] {
  const at = from.findIndex((each) => each.call === call);
  return at < 0 ? [] : from.splice(at, 1);
}
