import { LoadingRegion } from "@/components/shared/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** The feed's shape while it is read. */
export function FeedSkeleton() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-3">
        <Card className="flex items-center gap-3">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-8 w-24" />
        </Card>
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {["a", "b", "c", "d"].map((key) => (
            <Card key={key} className="flex flex-col gap-3">
              <div className="flex items-center gap-3">
                <Skeleton className="size-9 rounded-full" />
                <Skeleton className="h-5 w-32" />
              </div>
              <Skeleton className="h-40" />
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-12" />
              <Skeleton className="h-8 w-48" />
              <Skeleton className="h-2.5" />
              <Skeleton className="h-8 w-32" />
              <Skeleton className="h-11" />
            </Card>
          ))}
        </div>
      </div>
    </LoadingRegion>
  );
}
