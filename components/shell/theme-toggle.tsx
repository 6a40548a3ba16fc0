"use client";

import { Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { showTheme, THEME_KEY } from "./theme";

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

function choose(dark: boolean): void {
  showTheme(dark);
  try {
    localStorage.setItem(THEME_KEY, String(dark));
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
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
