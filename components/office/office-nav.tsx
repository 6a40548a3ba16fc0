"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

const PAGES = ["today", "reports", "review", "payouts", "mail", "books", "audit"] as const;

const pathOf = (page: (typeof PAGES)[number]) => (page === "today" ? "/office" : `/office/${page}`);

/** The pages of the office. */
export function OfficeNav() {
  const t = useTranslations("office.nav");
  const pathname = usePathname();
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap gap-x-1">
        {PAGES.map((page) => {
          const path = pathOf(page);
          const isHere = pathname === path || (page !== "today" && pathname.startsWith(`${path}/`));
          return (
            <li key={page}>
              <Link
                href={path}
                prefetch={false}
                aria-current={isHere ? "page" : undefined}
                className={cn(
                  "flex min-h-11 items-center rounded-t-lg border-b-2 border-transparent px-3 text-sm font-medium default:text-muted-foreground hover:text-foreground",
                  isHere && "border-primary font-semibold text-foreground",
                )}
              >
                {t(page)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
