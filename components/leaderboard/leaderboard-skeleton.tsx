import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton, Skeletons } from "@/components/ui/skeleton";

/** The leaderboard's shape while it is read. */
export function LeaderboardSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton className="mb-6 h-9 w-40" />
      <div className="grid gap-3 lg:grid-cols-2">
        <Skeletons of={["h-13", "h-12"]} />
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-[23rem_minmax(0,1fr)] lg:gap-6">
        <div className="grid grid-cols-3 items-end gap-2">
          <Skeletons of={["h-44 rounded-xl", "h-56 rounded-xl", "h-40 rounded-xl"]} />
        </div>
        <div className="space-y-2">
          <Skeletons of={Array<string>(4).fill("h-16 rounded-xl")} />
        </div>
      </div>
    </LoadingRegion>
  );
}
