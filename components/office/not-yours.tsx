import { UserRoundX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/shared/empty-state";
import { PageTitle } from "@/components/shell/page-title";

/** What concerns the operator is another one's. */
export async function NotYours() {
  const t = await getTranslations("office");
  return (
    <>
      <PageTitle title={t("title")} />
      <EmptyState
        icon={UserRoundX}
        title={t("person.own")}
        wayOn={{ href: "/office", text: t("nav.today") }}
      />
    </>
  );
}
