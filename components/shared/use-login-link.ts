import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";

/** The way to log in and back to where one is, or to `path`, for somebody whose session has ended. */
export function useLoginLink(path?: string): { label: string; href: string } {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const here = path ?? (query ? `${pathname}?${query}` : pathname);
  return { label: t("login"), href: `/auth?next=${encodeURIComponent(here)}` };
}
