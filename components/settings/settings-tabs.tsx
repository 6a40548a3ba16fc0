import Link from "next/link";
import { useTranslations } from "next-intl";
import { PageTitle } from "@/components/shell/page-title";
import { cn } from "@/components/ui/cn";

const PAGES = ["messages", "security"] as const;

/** The title of the settings, and links to their pages. */
export function SettingsTabs({ current }: { current: (typeof PAGES)[number] }) {
  const t = useTranslations("settings");
  return (
    <>
      <PageTitle title={t("title")} />
      <nav aria-label={t("tabs")} className="mb-4 flex flex-wrap gap-1 rounded-xl bg-muted p-1">
        {PAGES.map((page) => (
          <Link
            key={page}
            href={`/settings/${page}`}
            aria-current={page === current ? "page" : undefined}
            className={cn(
              "flex min-h-11 flex-1 items-center justify-center rounded-lg px-2 text-center text-sm leading-tight font-semibold default:text-muted-foreground",
              page === current && "bg-card text-foreground shadow-sm dark:bg-border",
            )}
          >
            {t(page)}
          </Link>
        ))}
      </nav>
    </>
  );
}
