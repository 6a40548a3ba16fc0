import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DonationOutcome } from "@/components/payment-return/donation-outcome";
import { ClientMessages } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import { env } from "@/lib/ground/env";
import { findOutcome } from "./find-outcome";

/** The address contains the secret of the payment, which must not reach other sites. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("paymentSuccess");
  return { title: t("yourPayment"), referrer: "no-referrer", robots: { index: false } };
}

/** The providers send donors back here (specification 2; D28, D35). */
export default async function PaymentSuccessPage({ searchParams }: PageProps<"/payment-success">) {
  const { id, outcome, thanks } = await findOutcome(await searchParams);
  return (
    <ClientMessages namespaces={["paymentSuccess.checking", "paymentSuccess.checkNow", "share"]}>
      <DonationOutcome
        outcome={outcome}
        thanks={thanks}
        paymentId={id}
        money={await getMoney()}
        appUrl={env().appUrl}
      />
    </ClientMessages>
  );
}
