import type { ReactNode } from "react";
import { LoadingRegion } from "@/components/shared/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton, Skeletons } from "@/components/ui/skeleton";

/** The profile's shape while it is read; `children` say what else is being waited for. */
export function ProfileSkeleton({ children }: { children?: ReactNode }) {
  return (
    <LoadingRegion>
      <Skeleton className="mb-4 h-9 w-32" />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-start lg:gap-6">
        <div className="flex flex-col gap-4">
          {children}
          <Card className="space-y-4">
            <div className="flex items-start gap-4">
              <Skeleton className="size-20 rounded-full" />
              <div className="flex-1 space-y-3">
                <Skeletons of={["h-7 w-40 max-w-full", "h-5 w-28", "h-4 w-32"]} />
              </div>
            </div>
            <div className="grid grid-cols-2 gap-3">
              <Skeletons of={["h-18", "h-18"]} />
            </div>
          </Card>
          <Bars of={["h-7 w-28", "h-20", "h-11"]} />
          <Skeletons of={["h-16 rounded-2xl", "h-7 w-40"]} />
          <Bars of={["h-7 w-48", "h-16", "h-20", "h-11"]} />
        </div>
        <div className="flex flex-col gap-4">
          <Skeletons of={["h-16 rounded-2xl", "h-16 rounded-2xl"]} />
          <Bars of={["h-7 w-24", "h-12", "h-20", "mt-4 h-20"]} />
          <Bars of={["h-7 w-36", "h-12", "h-11"]} />
        </div>
      </div>
    </LoadingRegion>
  );
}

function Bars({ of }: { of: readonly string[] }) {
  return (
    <Card className="space-y-4">
      <Skeletons of={of} />
    </Card>
  );
}
