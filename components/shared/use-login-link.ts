import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";

/** The link to the login and back to the current address, or to `path`, for a session that has ended. */
export function useLoginLink(path?: string): { label: string; href: string } {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const here = path ?? (query ? `${pathname}?${query}` : pathname);
  return { label: t("login"), href: `/auth?next=${encodeURIComponent(here)}` };
}
