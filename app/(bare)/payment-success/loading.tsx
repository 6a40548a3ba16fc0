import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

/** The page's shape while the provider is asked. */
export default function PaymentSuccessLoading() {
  return (
    <LoadingRegion>
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <Skeleton className="aspect-3/2 w-full rounded-2xl" />
        <Skeleton className="mx-auto h-9 w-48" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-28 w-full rounded-2xl" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </LoadingRegion>
  );
}
