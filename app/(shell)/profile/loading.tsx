import { LoadingRegion } from "@/components/shell/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

export default function ProfileLoading() {
  return (
    <LoadingRegion>
      <Skeleton className="mb-6 h-9 w-32" />
      <div className="space-y-4">
        <Card className="space-y-4">
          <div className="flex gap-4">
            <Skeleton className="size-20 rounded-full" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-6 w-40" />
              <Skeleton className="h-5 w-28" />
              <Skeleton className="h-4 w-32" />
            </div>
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Skeleton className="h-18 rounded-xl" />
            <Skeleton className="h-18 rounded-xl" />
          </div>
        </Card>
        <Skeleton className="h-80 rounded-2xl" />
        <Skeleton className="h-72 rounded-2xl" />
      </div>
    </LoadingRegion>
  );
}
