import { LoadingRegion } from "@/components/shared/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** The shape of a person's requests while they are read. */
export function RequestsSkeleton() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-32" />
        {["a", "b"].map((key) => (
          <Card key={key} className="flex flex-col gap-3">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-12" />
            <Skeleton className="h-2.5" />
            <Skeleton className="h-5 w-40" />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  );
}
