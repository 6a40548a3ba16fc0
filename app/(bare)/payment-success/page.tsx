import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Outcome } from "@/components/donate/outcome";
import { ClientMessages } from "@/components/shared/client-messages";
import { paymentOutcome } from "@/lib/domain/donations/payment-outcome";
import { payments } from "@/lib/web/payments";

/** The address holds the payment's secret, which must not travel on to other sites. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("paymentSuccess");
  return { title: t("yourPayment"), referrer: "no-referrer", robots: { index: false } };
}

/** Where the card provider sends donors back to (specification 2; D28, D35). It trusts nothing in the address but the payment's secret. */
export default async function PaymentSuccessPage({ searchParams }: PageProps<"/payment-success">) {
  const { payment_intent: paymentId, payment_intent_client_secret: clientSecret } = await searchParams;
  const asked = typeof paymentId === "string" && typeof clientSecret === "string";
  const outcome = asked
    ? await paymentOutcome(payments(), { paymentId, clientSecret })
    : ({ state: "unknown" } as const);
  return (
    <ClientMessages namespaces={["paymentSuccess", "donate.breakdown"]}>
      <Outcome outcome={outcome} paymentId={asked ? paymentId : ""} />
    </ClientMessages>
  );
}
