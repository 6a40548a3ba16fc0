import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Around a screen's skeleton: names the loading once for those who do not see it. */
export function LoadingRegion({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")}>
      {children}
    </div>
  );
}
