import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the form and of its preview while limits are read. */
export function RequestSkeleton() {
  return (
    <LoadingRegion>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-6" />
          <Skeleton className="h-44" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-44" />
          <Skeleton className="h-12" />
        </div>
        <Skeleton className="mt-20 hidden h-72 lg:block" />
      </div>
    </LoadingRegion>
  );
}
