"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { PaymentProvider } from "@/lib/ground/vocabulary";

/** The settings of this deployment that screens need. */
export type Platform = {
  appName: string;
  /** The public origin. */
  appUrl: string;
  /** ISO 4217, lower case (D4). */
  currency: string;
  /** No real money moves. */
  sandbox: boolean;
  /** The configured payment providers; none on a public server without keys. */
  providers: readonly PaymentProvider[];
  /** Donations can be paid with the wallet (D29). */
  walletDonations: boolean;
};

const PlatformContext = createContext<Platform | null>(null);

export function PlatformProvider({ value, children }: { value: Platform; children: ReactNode }) {
  return <PlatformContext value={value}>{children}</PlatformContext>;
}

/** @throws Error outside the root layout */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error("usePlatform needs a PlatformProvider above it");
  return platform;
}
