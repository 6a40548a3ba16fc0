"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useState } from "react";
import { onToast, type ShownToast, TOAST_HOTKEY, useToast } from "./toast-store";

const ANNOUNCED_MS = 1_000;

/**
 * Shows toasts below the header: announced, for five seconds, dismissed by a swipe to the right, focused with F8
 * (specification 9). They are not Radix's, whose toast takes the Escape of a dialog below it and cannot be focused from
 * inside one.
 */
export function Toaster() {
  const t = useTranslations("common");
  const toast = useToast();
  const ToastCard = useToastCard();
  return (
    <section
      aria-label={t("notificationsRegion", { hotkey: TOAST_HOTKEY })}
      // An open dialog hides from screen readers all but live regions, even those that are off.
      aria-live="off"
      className="pointer-events-none fixed inset-x-3 top-[max(var(--toast-top,8px),env(safe-area-inset-top))] z-[60] mx-auto max-w-md"
    >
      <Announcement toast={toast} />
      {toast && ToastCard && <ToastCard key={toast.id} toast={toast} />}
    </section>
  );
}

type Card = ComponentType<{ toast: ShownToast }>;

/**
 * The code of a toast: fetched once the page is interactive, so that it is there when a toast says that the network is
 * not, and again with each toast if that failed. Null until then.
 */
function useToastCard(): Card | null {
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    const load = () =>
      void import("./toast-card").then(
        ({ ToastCard }) => setCard(() => ToastCard),
        () => undefined,
      );
    load();
    return onToast(load);
  }, []);
  return card;
}

/** Screen readers announce only what appears inside an element that was there before. */
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
