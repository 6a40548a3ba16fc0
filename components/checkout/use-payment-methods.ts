"use client";

import { usePlatform } from "@/components/shared/platform";
import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";

/** Who can take money here, in the order they are offered: the card first, as for gifts. */
export function usePaymentMethods(): readonly PaymentProvider[] {
  const { providers } = usePlatform();
  return DONATION_METHODS.filter((each) => providers.includes(each));
}
