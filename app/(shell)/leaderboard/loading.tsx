import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

export default function LeaderboardLoading() {
  return (
    <LoadingRegion>
      <Skeleton className="mb-6 h-9 w-40" />
      <Skeleton className="h-13" />
      <Skeleton className="mt-3 h-12" />
      <div className="mt-4 space-y-2">
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Skeleton key={key} className="h-16 rounded-xl" />
        ))}
      </div>
    </LoadingRegion>
  );
}
