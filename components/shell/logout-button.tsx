"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { clearTab } from "@/components/shared/clear-tab";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { send } from "@/lib/web/http";
import { isDark, storeTheme } from "./theme";

/** Who logs out here gets no push messages here either. Should that fail, the push service reports it later. */
async function turnOffPush(): Promise<void> {
  await import("@/components/shared/push").then((push) => push.turnOffPush()).catch(() => undefined);
}

/** Ends the session and leaves by a full page load, so that nothing of it stays in memory. */
export function LogoutButton() {
  const t = useTranslations("shell");
  const failureText = useFailureText();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      if ("Notification" in window && Notification.permission === "granted") await turnOffPush();
      await send("POST", "/api/auth/logout");
      clearTab();
      // The answer clears the browser's storage, but the theme belongs to the browser and not to the person.
      if (isDark()) storeTheme(true);
      window.location.assign("/auth");
    } catch (error) {
      setLeaving(false);
      toast({ variant: "destructive", title: t("logoutFailed"), description: failureText(error) });
    }
  }

  return (
    <Button variant="ghost" size="icon" aria-label={t("logout")} disabled={leaving} onClick={leave}>
      <LogOut aria-hidden />
    </Button>
  );
}
