import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

/** The form's shape while limits are read. */
export default function RequestLoading() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-6" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-44" />
        <Skeleton className="h-12" />
      </div>
    </LoadingRegion>
  );
}
