"use client";

import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { TierBadge } from "@/components/shared/tier-badge";
import { Button } from "@/components/ui/button";
import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { LogoutButton } from "./logout-button";
import { TabPending } from "./tab-pending";
import { ThemeToggle } from "./theme-toggle";
import { Wordmark } from "./wordmark";

/** The header of every screen in the shell (specification 2). */
export function AppHeader({ appName, tier }: { appName: string; tier: Tier }) {
  const t = useTranslations("shell");
  return (
    <header className="pt-safe sticky top-0 z-30 border-b bg-background/95 backdrop-blur-sm">
      <div className="px-safe mx-auto flex min-h-14 max-w-2xl flex-wrap items-center gap-1 lg:max-w-5xl">
        <Link href="/" className="mr-auto flex min-h-11 min-w-0 items-center rounded-lg">
          <Wordmark name={appName} />
          <TabPending href="/" />
        </Link>
        {!isPaid(tier) ? (
          <Button asChild variant="secondary" size="sm" className="text-[min(0.875rem,4.5vw)]">
            <Link href="/subscription">
              <Sparkles aria-hidden className="size-4 max-[359px]:hidden" />
              {t("upgrade")}
            </Link>
          </Button>
        ) : (
          <TierBadge tier={tier} className="text-[min(0.875rem,4.5vw)]" />
        )}
        <ThemeToggle />
        <LogoutButton />
      </div>
    </header>
  );
}
