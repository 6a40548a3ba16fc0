import { useTranslations } from "next-intl";
import { LoadingRegion } from "@/components/shared/loading-region";
import { Waiting } from "@/components/shared/waiting";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** While the provider is asked. */
export default function PayoutReturnLoading() {
  const t = useTranslations("gettingPaid.check");
  return (
    <LoadingRegion>
      <Skeleton className="mb-4 h-9 w-48" />
      <Card className="space-y-4">
        <Waiting text={t("working")} later={t("working")} />
        <Skeleton className="h-20" />
        <Skeleton className="h-11" />
      </Card>
    </LoadingRegion>
  );
}
