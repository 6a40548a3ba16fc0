import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeletons } from "@/components/ui/skeleton";

/** The page's shape while the person's plan is read. */
export default function SubscriptionLoading() {
  return (
    <LoadingRegion>
      <Skeletons of={["mb-4 h-9 w-40", "mb-4 h-14"]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeletons of={["h-96 rounded-2xl", "h-96 rounded-2xl", "h-48 rounded-2xl", "h-48 rounded-2xl"]} />
      </div>
    </LoadingRegion>
  );
}
