import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { LoadingRegion } from "@/components/shared/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** While the provider is asked. */
export default function PayoutReturnLoading() {
  const t = useTranslations("gettingPaid.check");
  return (
    <LoadingRegion>
      <Skeleton className="mb-4 h-9 w-48" />
      <Card className="space-y-4">
        <p className="flex items-center gap-3 text-muted-foreground">
          <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
          {t("working")}
        </p>
        <Skeleton className="h-20" />
        <Skeleton className="h-11" />
      </Card>
    </LoadingRegion>
  );
}
