import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { BusyNote } from "./busy-note";
import type { CardSetup } from "./types";
import type { PaymentFlow } from "./use-payment";

/** Where the form will be. */
export const loading = () => <Skeleton className="h-40" />;
const sandboxForm = () => import("./sandbox-form");
const stripeForm = () => import("./stripe-form");
const SandboxForm = lazily(sandboxForm, "SandboxForm", loading);
const StripeForm = lazily(stripeForm, "StripeForm", loading);

/**
 * Fetches the card form while the server prepares the payment. The card provider's own script is part of it: call this
 * only when the card step opens.
 */
export function fetchCardForm(setup: NonNullable<CardSetup>): void {
  const fetched = setup.sandbox ? sandboxForm() : stripeForm().then(({ fetchScript }) => fetchScript(setup));
  // The form itself is fetched again, and says so when that fails.
  fetched.catch(() => undefined);
}

type FormProps = {
  setup: NonNullable<CardSetup>;
  flow: PaymentFlow;
  /** Of the goal, in cents. */
  missing: number;
  /** Less is given, because somebody else is just paying the rest. In cents. */
  onLess: (cents: number) => void;
};

/** The card form of the provider, or the sandbox's, with its error, its progress and its button. */
export function CardForm({ setup, flow, missing, onLess }: FormProps) {
  const t = useTranslations("donate");
  const money = useMoney();
  const { payment, prepare, pay, forgetError } = flow;
  if (!("intent" in payment)) return null;
  const { intent, state, error, busy } = payment;
  const isAtWork = state !== "ready";
  const Form = setup.sandbox ? SandboxForm : StripeForm;
  return (
    <Form
      key={intent.clientSecret}
      setup={setup}
      clientSecret={intent.clientSecret}
      returnUrl={intent.receiptUrl ?? `${window.location.origin}/payment-success`}
      busy={isAtWork}
      onPay={(confirm, by) => !isAtWork && void pay(intent, confirm, by)}
      onEdit={forgetError}
    >
      {error && <p className="font-medium text-destructive">{error.description}</p>}
      {busy && (
        <BusyNote
          key={busy.until}
          busy={busy}
          missing={missing}
          onLess={(less) => {
            onLess(less);
            void prepare(less);
          }}
        />
      )}
      {isAtWork && (
        <Waiting key={state} text={t(state)} later={t(state === "paying" ? "stillPaying" : state)} />
      )}
      <Button type="submit" size="lg" pending={isAtWork}>
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
