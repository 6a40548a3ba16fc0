"use client";

import { Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { isDark, showTheme, storeTheme } from "./theme";

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function choose(dark: boolean): void {
  showTheme(dark);
  storeTheme(dark);
}

export function ThemeToggle() {
  const t = useTranslations("shell");
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  const Icon = dark ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t("darkMode")}
      aria-pressed={dark}
      onClick={() => choose(!dark)}
    >
      <Icon aria-hidden />
    </Button>
  );
}
