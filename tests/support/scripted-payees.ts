import {
  type NewPayeeAccount,
  type OnboardingPage,
  PayoutRefused,
  type ProviderPayee,
} from "@/lib/providers/payout-provider";
import { ScriptedPayouts } from "./scripted-payouts";

const NEW: Omit<ProviderPayee, "id" | "country"> = {
  transfers: "restricted",
  payouts: "restricted",
  waitsFor: "owner",
  waitsUntil: null,
  problem: null,
  bankId: null,
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

/** A provider of payouts at which the owners of accounts still have to say who they are. */
export class ScriptedPayees extends ScriptedPayouts {
  readonly opened: NewPayeeAccount[] = [];
  readonly pages: (OnboardingPage & { id: string })[] = [];
  /** The ids of accounts that it was asked about. */
  readonly asked: string[] = [];

  override async createAccount(account: NewPayeeAccount) {
    return this.act("createAccount", () => {
      const id = `acct_${account.idempotencyKey}`;
      if (!this.accounts.has(id)) {
        this.opened.push(account);
        this.accounts.set(id, { ...NEW, id, country: account.country });
      }
      return { id };
    });
  }

  override async findAccount(id: string) {
    this.asked.push(id);
    return super.findAccount(id);
  }

  override async onboardingPage(id: string, page: OnboardingPage) {
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
}
