"use client";

import { LogOut, Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { inTab } from "@/components/shared/stored";
import { TierBadge } from "@/components/shared/tier-badge";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { send } from "@/lib/web/http";
import { TabPending } from "./tab-pending";
import { isDark, storeTheme } from "./theme";
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

/** Who logs out here gets no push messages here either. Should that fail, the push service reports it later. */
async function turnOffPush(): Promise<void> {
  await import("@/components/shared/push").then((push) => push.turnOffPush()).catch(() => undefined);
}

/** Ends the session and leaves by a full page load, so that nothing of it stays in memory. */
function LogoutButton() {
  const t = useTranslations("shell");
  const failureText = useFailureText();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      if ("Notification" in window && Notification.permission === "granted") await turnOffPush();
      await send("POST", "/api/auth/logout");
      // Drafts, and what was celebrated.
      inTab.clear();
      // The answer clears the browser's storage, but the theme belongs to the browser and not to the person.
      if (isDark()) storeTheme(true);
      window.location.assign("/auth");
    } catch (error) {
      setLeaving(false);
      toast({ variant: "destructive", title: t("logoutFailed"), description: failureText(error) });
    }
  }

  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t("logout")}
      aria-disabled={leaving || undefined}
      onClick={() => !leaving && void leave()}
    >
      <LogOut aria-hidden />
    </Button>
  );
}
