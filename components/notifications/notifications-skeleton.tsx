import { LoadingRegion } from "@/components/shared/loading-region";
import { Narrow } from "@/components/shell/narrow";
import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the notifications while they are read. */
export function NotificationsSkeleton() {
  return (
    <LoadingRegion>
      <Narrow>
        <Skeleton className="mb-6 h-9 w-48" />
        <div className="space-y-2">
          {["a", "b", "c", "d", "e"].map((key) => (
            <div key={key} className="flex gap-3 rounded-xl border bg-card p-3">
              <Skeleton className="size-10 rounded-full" />
              <div className="flex-1 space-y-2">
                <Skeleton className="h-5" />
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-4 w-32" />
              </div>
            </div>
          ))}
        </div>
      </Narrow>
    </LoadingRegion>
  );
}
