import { UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/shared/empty-state";
import { PageTitle } from "@/components/shell/page-title";

/** An unknown name, or one that no longer exists. */
export function NoSuchPerson() {
  const t = useTranslations("people");
  const shell = useTranslations("shell.notFound");
  return (
    <>
      <PageTitle title={t("goneTitle")} />
      <EmptyState icon={UserRoundX} title={t("goneText")} wayOn={{ href: "/", text: shell("home") }} />
    </>
  );
}
