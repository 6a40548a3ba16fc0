import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";

/** While the signed-in person is being loaded (specification 2). */
export function FullScreenLoading() {
  const t = useTranslations("common");
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-4 bg-background text-lg font-medium"
    >
      <LoaderCircle aria-hidden className="size-10 animate-spin text-primary" />
      {t("loading")}
    </div>
  );
}
