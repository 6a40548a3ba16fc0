import { LoadingRegion } from "@/components/shared/loading-region";
import { Skeleton } from "@/components/ui/skeleton";

/** The page's shape while the card provider is asked. */
export default function PaymentSuccessLoading() {
  return (
    <LoadingRegion>
      <div className="mx-auto flex max-w-md flex-col items-center gap-5 py-6">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </LoadingRegion>
  );
}
