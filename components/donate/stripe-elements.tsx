import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  StripeElements as Fields,
  Stripe,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripePaymentElementChangeEvent,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const loaded = new Map<string, Promise<Stripe | null>>();

/** The provider's library, fetched once; after a failure the next form tries again. */
export function library(publishableKey: string): Promise<Stripe | null> {
  const before = loaded.get(publishableKey);
  if (before) return before;
  const script = loadStripe(publishableKey).catch(() => {
    loaded.delete(publishableKey);
    return null;
  });
  loaded.set(publishableKey, script);
  return script;
}

type Props = {
  publishableKey: string;
  options: StripeElementsOptionsClientSecret | StripeElementsOptionsMode;
  children: ReactNode;
};

/** Loads the card provider's library for its form, in the person's language and theme. */
export function StripeElements({ publishableKey, options, children }: Props) {
  const locale = useLocale();
  const [script] = useState(() => library(publishableKey));
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    let shown = true;
    script.then((stripe) => {
      if (shown && !stripe) setMissing(true);
    });
    return () => {
      shown = false;
    };
  }, [script]);

  if (missing) return <NotLoaded />;
  const theme = document.documentElement.classList.contains("dark") ? "night" : "stripe";
  return (
    <Elements stripe={script} options={{ ...options, locale, appearance: { theme } } as Props["options"]}>
      {children}
    </Elements>
  );
}

type FormProps = {
  busy: boolean;
  /** Gets the library and what was typed into its fields. */
  onSubmit: (stripe: Stripe, elements: Fields) => void;
  onChange: (event: StripePaymentElementChangeEvent) => void;
  children: ReactNode;
};

/** The card provider's fields; `children` follow once they are there. */
export function ElementForm({ busy, onSubmit, onChange, children }: FormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [stage, setStage] = useState<"loading" | "ready" | "failed">("loading");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !stripe || !elements || stage !== "ready") return;
    onSubmit(stripe, elements);
  }

  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {stage === "loading" && <Skeleton className="h-56" />}
      {stage === "failed" && <NotLoaded />}
      <PaymentElement
        onReady={() => setStage("ready")}
        onLoadError={() => setStage("failed")}
        onChange={onChange}
      />
      {stage === "ready" && children}
    </form>
  );
}

function NotLoaded() {
  const t = useTranslations("cardErrors.texts");
  return (
    <p role="alert" className="font-medium text-destructive">
      {t("connection")}
    </p>
  );
}
