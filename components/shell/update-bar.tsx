"use client";

import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { inBrowser } from "@/components/shared/stored";
import { Button } from "@/components/ui/button";
import { HOUR } from "@/lib/ground/durations";
import { LANGUAGE_KEY } from "./language-key";

/** The event of the window by which a page says that code of its build is gone. */
export const OUTDATED = "outdated";

/** Offers a reload once a newer build is served; it never reloads by itself. */
export function UpdateBar({ version }: { version: string }) {
  const t = useTranslations("install.update");
  const locale = useLocale();
  const [offered, setOffered] = useState(false);

  useEffect(() => watchBuild(version, () => setOffered(true)), [version]);

  // Where storage is forbidden, the offline page uses the browser's language.
  useEffect(() => inBrowser.store(LANGUAGE_KEY, locale), [locale]);

  return (
    <div role="status" className="pb-safe fixed inset-x-3 bottom-19 z-40 mx-auto max-w-md">
      {offered && (
        <div className="flex animate-in items-center gap-2 rounded-xl border bg-popover py-2 pr-2 pl-4 text-popover-foreground shadow-lg fade-in-0 slide-in-from-bottom-4">
          <p className="min-w-0 flex-1 font-semibold">{t("text")}</p>
          <Button onClick={() => location.reload()}>{t("reload")}</Button>
          <Button variant="ghost" size="icon" aria-label={t("later")} onClick={() => setOffered(false)}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}

/** The minimum time between two checks for a new build. */
const INTERVAL_MS = HOUR;

/**
 * Registers the service worker and reports when one of another build has taken over. An installed application can
 * stay open for days, so it also checks when the person returns to it. Returns a function that stops it.
 */
function watchBuild(version: string, onOther: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  window.addEventListener(OUTDATED, onOther, { signal });
  workers?.addEventListener("message", ({ data }) => data?.version !== version && onOther(), { signal });
  workers
    ?.register("/sw.js", { updateViaCache: "none" })
    .then((registration) => checkOnReturn(registration, signal))
    // Without it only the offline page is missing.
    .catch(() => undefined);
  return () => stop.abort();
}

function checkOnReturn(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = 0;
  const check = ({ timeStamp }: Event) => {
    if (document.visibilityState !== "visible" || timeStamp - checkedAt < INTERVAL_MS) return;
    checkedAt = timeStamp;
    registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", check, { signal });
}
