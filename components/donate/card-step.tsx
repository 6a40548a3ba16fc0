import { ArrowLeft, Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { nameInFull } from "@/components/shared/person-name";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { DonationIntent } from "@/lib/domain/donations/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { breakdown } from "@/lib/ground/money";
import { Breakdown } from "./breakdown";
import type { Confirmation } from "./sandbox-payment";
import type { CardSetup } from "./types";
import type { Payment } from "./use-payment";

const loading = () => <Skeleton className="h-40" />;
const sandboxForm = () => import("./sandbox-form");
const stripeForm = () => import("./stripe-form");
const SandboxForm = lazily(() => sandboxForm().then((module) => module.SandboxForm), loading);
const StripeForm = lazily(() => stripeForm().then((module) => module.StripeForm), loading);

/**
 * Fetches the card form while the server prepares the payment. The card provider's own script is part of it: call this
 * only when the card step opens.
 */
export function fetchCardForm(setup: NonNullable<CardSetup>): void {
  const fetched = setup.sandbox ? sandboxForm() : stripeForm().then(({ fetchScript }) => fetchScript(setup));
  // The form itself is fetched again, and says so when that fails.
  fetched.catch(() => undefined);
}

type Props = {
  request: FundingRequest;
  cents: number;
  setup: CardSetup;
  payment: Payment;
  onRetry: () => void;
  onPay: (intent: DonationIntent, confirm: () => Promise<Confirmation>) => void;
  /** The card is being edited. */
  onEdit: () => void;
  onBack: () => void;
};

/** The card form of the provider, or the sandbox's, for a payment that the server has prepared. */
export function CardStep({ request, cents, setup, payment, onRetry, onPay, onEdit, onBack }: Props) {
  const t = useTranslations("donate");
  const money = useMoney();
  const busy = "intent" in payment && payment.state !== "ready";
  const amounts = "intent" in payment ? payment.intent : breakdown(cents);
  return (
    <div className="flex flex-col gap-4" aria-busy={busy}>
      <div>
        <DialogTitle>{t("cardTitle")}</DialogTitle>
        <DialogDescription className="[overflow-wrap:anywhere]">
          {t("to", { name: nameInFull(request.user), item: request.item })}
        </DialogDescription>
      </div>
      <Breakdown money={money} amounts={amounts} recipient={nameInFull(request.user)} />
      {!setup && <p role="alert">{t("notConfigured")}</p>}
      {setup && payment.state === "preparing" && (
        <>
          <Waiting text={t("preparing")} later={t("stillPreparing")} />
          {loading()}
        </>
      )}
      {payment.state === "unprepared" && (
        <>
          <p className="font-medium text-destructive">{payment.error.description}</p>
          {payment.login ? (
            <Button asChild>
              <Link href={payment.login.href}>{payment.login.label}</Link>
            </Button>
          ) : (
            <Button onClick={onRetry}>{t("retry")}</Button>
          )}
        </>
      )}
      {setup && "intent" in payment && (
        <CardForm setup={setup} payment={payment} onPay={onPay} onEdit={onEdit} />
      )}
      {!busy && (
        <Button variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {t("back")}
        </Button>
      )}
    </div>
  );
}

type FormProps = {
  setup: NonNullable<CardSetup>;
  payment: Extract<Payment, { intent: DonationIntent }>;
  onPay: Props["onPay"];
  onEdit: Props["onEdit"];
};

function CardForm({ setup, payment, onPay, onEdit }: FormProps) {
  const t = useTranslations("donate");
  const money = useMoney();
  const { intent, state, error } = payment;
  const Form = setup.sandbox ? SandboxForm : StripeForm;
  return (
    <Form
      key={intent.clientSecret}
      setup={setup}
      clientSecret={intent.clientSecret}
      busy={state !== "ready"}
      onPay={(confirm) => onPay(intent, confirm)}
      onEdit={onEdit}
    >
      {error && <p className="font-medium text-destructive">{error.description}</p>}
      {state !== "ready" && (
        <Waiting key={state} text={t(state)} later={t(state === "paying" ? "stillPaying" : state)} />
      )}
      <Button type="submit" size="lg" disabled={state !== "ready"}>
        {t("submit", { amount: money(intent.totalAmount) })}
      </Button>
      {!setup.sandbox && (
        <p className="flex items-center justify-center gap-2 text-center text-sm text-muted-foreground">
          <Lock aria-hidden className="size-4 shrink-0" />
          {t("secure")}
        </p>
      )}
    </Form>
  );
}
