"use client";

import { useTranslations } from "next-intl";
import { DismissableLayer } from "radix-ui/internal";
import { useEffect, useState } from "react";
import { ToastCard } from "./toast-card";
import { TOAST_HOTKEY } from "./toast-keys";
import { type ShownToast, useToast } from "./toast-store";

const ANNOUNCED_MS = 1_000;

/**
 * Where toasts appear: announced, five seconds long, swiped away to the right, reached with F8 (specification 9). They are no layer of
 * Radix, whose toast would take the Escape that belongs to a dialog below it and cannot be reached from inside one.
 */
export function Toaster() {
  const t = useTranslations("common");
  const toast = useToast();
  return (
    // A branch: to use a toast is not to leave the popover that caused it.
    <DismissableLayer.Branch asChild>
      <section
        aria-label={t("notificationsRegion", { hotkey: TOAST_HOTKEY })}
        // An open dialog hides everything from screen readers but what is marked as live, whether it is announced or not.
        aria-live="off"
        className="pt-safe pointer-events-none fixed inset-x-3 top-3 z-[60] mx-auto max-w-md"
      >
        <Announcement toast={toast} />
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </section>
    </DismissableLayer.Branch>
  );
}

/** Says a toast to screen readers, which notice only what comes into an element that is there already. */
function Announcement({ toast }: { toast: ShownToast | null }) {
  const t = useTranslations("common");
  const [said, setSaid] = useState<ShownToast | null>(null);

  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(toast));
    const timer = setTimeout(() => setSaid(null), ANNOUNCED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [toast]);

  return (
    <div role="status" aria-live="assertive" className="sr-only">
      {said && [t("notification"), said.title, said.description].filter(Boolean).join(" ")}
    </div>
  );
}
