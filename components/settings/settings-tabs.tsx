import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/shared/tab-links";
import { PageTitle } from "@/components/shell/page-title";

const PAGES = ["messages", "security"] as const;

/** The title of the settings, and links to their pages. */
export function SettingsTabs({ current }: { current: (typeof PAGES)[number] }) {
  const t = useTranslations("settings");
  const links = PAGES.map((page) => ({
    href: `/settings/${page}`,
    text: t(page),
    isCurrent: page === current,
  }));
  return (
    <>
      <PageTitle title={t("title")} />
      <TabLinks label={t("tabs")} links={links} arePages className="mb-4" />
    </>
  );
}
