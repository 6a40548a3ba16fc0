import Link from "next/link";
import { useTranslations } from "next-intl";
import { TEXT_PAGES } from "@/lib/ground/text-pages";

/**
 * Leads to the operator's pages: rules, order of the feed, terms, privacy, imprint, accessibility (D58), to where a
 * plan is cancelled, and to the open books.
 */
export function OperatorLinks() {
  const t = useTranslations("operatorPages");
  return (
    <nav
      aria-label={t("label")}
      className="flex flex-wrap justify-center gap-x-4 text-sm text-muted-foreground"
    >
      {[...TEXT_PAGES, "cancel" as const, "open-books" as const].map((page) => (
        <Link
          key={page}
          href={`/${page}`}
          prefetch={false}
          className="flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          {t(page)}
        </Link>
      ))}
    </nav>
  );
}
