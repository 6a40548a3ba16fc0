import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

/** The page's shape while the person's plan is read. */
export default function SubscriptionLoading() {
  return (
    <LoadingRegion>
      <Skeleton className="mb-4 h-9 w-40" />
      <Skeleton className="mb-4 h-14" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-96 rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl" />
        <Skeleton className="h-48 rounded-2xl" />
        <Skeleton className="h-48 rounded-2xl" />
      </div>
    </LoadingRegion>
  );
}
