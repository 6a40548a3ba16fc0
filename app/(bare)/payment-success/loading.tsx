import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeletons } from "@/components/ui/skeleton";

/** The page's shape while the provider is asked. */
export default function PaymentSuccessLoading() {
  return (
    <LoadingRegion>
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <Skeletons of={["aspect-3/2 w-full rounded-2xl", "mx-auto h-9 w-48", "h-14 w-full"]} />
        <Skeletons of={["h-28 w-full rounded-2xl", "h-12 w-full", "h-12 w-full"]} />
      </div>
    </LoadingRegion>
  );
}
