"use client";

import {
  CircleAlert,
  CircleCheck,
  CreditCard,
  Landmark,
  type LucideIcon,
  Smartphone,
  Wallet,
} from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CardSetup } from "@/components/donate/types";
import { lazily } from "@/components/shared/lazily";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RadioTile } from "@/components/ui/radio-tile";
import type { Payee } from "@/lib/domain/payouts/schema";
import { payoutProblem } from "@/lib/domain/requests/rules";
import type { PayoutMethod } from "@/lib/ground/vocabulary";
import { isByCard, OFFERED, type Payout } from "./payout";
import { useSettings } from "./use-settings";

const CardPayout = lazily(() => import("./card-payout"), "CardPayout");
const PaypalPayout = lazily(() => import("./paypal-payout"), "PaypalPayout");

const ICON: Record<PayoutMethod, LucideIcon> = {
  paypal: Wallet,
  visa: CreditCard,
  applepay: Smartphone,
  bank: Landmark,
};

type Props = {
  payout: Payout;
  payee: Payee;
  setup: CardSetup;
  /** This deployment can pay to PayPal. */
  walletPayouts: boolean;
};

/** How the person receives donations (specification 2 and 5, Payment settings; D18, D45). */
export function PaymentSettings({ payout, payee, setup, walletPayouts }: Props) {
  const t = useTranslations("profile.payment");
  const [method, setMethod] = useState(payout.paymentMethod);
  const isComplete = payoutProblem(payout) === null;
  const [wasComplete] = useState(isComplete);
  const unpayable = isByCard(method) ? "card" : method === "paypal" && !walletPayouts ? "paypal" : null;
  return (
    <div className="space-y-4">
      <Standing payout={payout} payee={payee} />
      {/* Most people come from the form of a request, which asked for this. */}
      {isComplete && !wasComplete && (
        <Button asChild className="w-full">
          <Link href="/request">
            {t("toRequest")}
            <TabPending href="/request" />
          </Link>
        </Button>
      )}
      <MethodChoice method={method} onChange={setMethod} />
      {unpayable && <Unpayable way={unpayable} onBank={() => setMethod("bank")} />}
      {isByCard(method) && <CardPayout payout={payout} method={method} setup={setup} />}
      {method === "paypal" && <PaypalPayout payout={payout} />}
      {method === "bank" && <BankPayout payout={payout} payee={payee} />}
    </div>
  );
}

type ChoiceProps = { method: PayoutMethod | null; onChange: (method: PayoutMethod) => void };

function MethodChoice({ method, onChange }: ChoiceProps) {
  const t = useTranslations("profile.payment");
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-base font-medium">{t("method")}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-2">
        {OFFERED.map((each) => {
          const Icon = ICON[each];
          return (
            <RadioTile
              key={each}
              name="payout"
              value={each}
              checked={method === each}
              onChange={() => onChange(each)}
            >
              <span className="flex min-h-12 flex-col items-center justify-center gap-1 text-center leading-tight">
                <Icon aria-hidden className="size-5 shrink-0" />
                {t(`methods.${each}`)}
              </span>
            </RadioTile>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Says that money cannot be paid out in a way that can be chosen, and offers the bank account. */
function Unpayable({ way, onBank }: { way: "card" | "paypal"; onBank: () => void }) {
  const t = useTranslations("gettingPaid.unpayable");
  return (
    <div className="space-y-2 rounded-xl bg-accent-soft p-3 text-accent-foreground">
      <p className="flex gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0">{t(way)}</span>
      </p>
      <Button variant="outline" className="w-full" onClick={onBank}>
        {t("action")}
      </Button>
    </div>
  );
}

/** Whether the person can receive donations, and how. */
function Standing({ payout, payee }: Pick<Props, "payout" | "payee">) {
  const t = useTranslations("profile.payment");
  const problem = payoutProblem(payout);
  // Donations are accepted before the bank account can be paid to (payouts.md, Not verified).
  const isPending = payout.paymentMethod === "bank" && payee.by === null;
  const Icon = problem ? CircleAlert : isPending ? Landmark : CircleCheck;
  return (
    <p
      role="status"
      className={cn(
        "flex gap-3 rounded-xl p-3",
        problem
          ? "bg-accent-soft text-accent-foreground"
          : isPending
            ? "bg-muted"
            : "bg-success text-success-foreground",
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {problem === "PAYMENT_METHOD_REQUIRED" && t("missing")}
        {problem === "PAYMENT_DETAILS_REQUIRED" &&
          t(isByCard(payout.paymentMethod) ? "incompleteCard" : "incomplete")}
        {!problem && payout.paymentMethod && t(isPending ? "pendingBank" : `by.${payout.paymentMethod}`)}
      </span>
    </p>
  );
}

type BankPayoutProps = { payout: Payout; payee: Payee };

/** The bank account that receives donations; the provider asks for it on its own page (payouts.md, Screens). */
function BankPayout({ payout, payee }: BankPayoutProps) {
  const t = useTranslations("gettingPaid.bank");
  const { saving, save } = useSettings();
  const router = useRouter();
  const isMissing = payee.standing === "start" || payee.standing === "unpayable";
  return (
    <div className="space-y-3">
      <p className="flex gap-3">
        <Landmark aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <span>{t("text")}</span>
      </p>
      {payout.paymentMethod !== "bank" ? (
        <Button
          className="w-full"
          pending={saving}
          onClick={() =>
            save({ paymentMethod: "bank" }, { onSaved: () => isMissing && router.push("/payouts/start") })
          }
        >
          {t(isMissing ? "action" : "use")}
        </Button>
      ) : (
        <Button asChild variant={isMissing ? "default" : "outline"} className="w-full">
          {isMissing ? <Link href="/payouts/start">{t("action")}</Link> : <a href="#payouts">{t("see")}</a>}
        </Button>
      )}
    </div>
  );
}
