import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";

/** Says on every screen that payments go to the sandbox. */
export function SandboxBanner() {
  const t = useTranslations("shell");
  return (
    <aside className="flex items-center justify-center gap-2 bg-accent-soft px-3 py-1.5 text-center text-sm font-medium text-accent-foreground">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {t("sandbox")}
    </aside>
  );
}
