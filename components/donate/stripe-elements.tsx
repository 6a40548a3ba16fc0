import { Elements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementsOptionsClientSecret, StripeElementsOptionsMode } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";

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

export function NotLoaded() {
  const t = useTranslations("cardErrors.texts");
  return (
    <p role="alert" className="font-medium text-destructive">
      {t("connection")}
    </p>
  );
}
