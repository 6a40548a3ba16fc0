"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/** On a fast line nothing flashes. */
const PATIENCE_MS = 200;

/** In a dialog's place while its code is fetched for the first time: nothing on the page moves, and it is not silent. */
export function OpeningDialog() {
  const t = useTranslations("common");
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span role="status" className="pointer-events-none fixed inset-0 z-50 grid place-items-center">
      {slow && (
        <span className="grid size-16 animate-in place-items-center rounded-2xl border bg-popover text-popover-foreground shadow-lg fade-in-0">
          <LoaderCircle aria-hidden className="size-8 animate-spin" />
          <span className="sr-only">{t("loading")}</span>
        </span>
      )}
    </span>
  );
}
