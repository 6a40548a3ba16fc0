import { RequestPhoto } from "@/components/photos/request-photo";
import { cn } from "@/components/ui/cn";
import type { FundingRequest } from "@/lib/domain/requests/schema";

const GROUNDS = ["bg-secondary", "bg-accent-soft", "bg-success"] as const;

type Props = {
  request: Pick<FundingRequest, "photoUrl" | "item" | "itemEmoji">;
  /** Visible when the page opens. */
  first: boolean;
  /** `full`: the whole photo. */
  shape?: "card" | "full";
  className: string;
};

/** The picture of a request: the photo, or the emoji of the item. */
export function RequestPicture({ request, first, shape = "card", className }: Props) {
  const { photoUrl, item, itemEmoji } = request;
  if (photoUrl !== null) {
    return <RequestPhoto photoUrl={photoUrl} item={item} shape={shape} first={first} className={className} />;
  }
  const ground = GROUNDS[(itemEmoji.codePointAt(0) ?? 0) % GROUNDS.length];
  return (
    <span
      aria-hidden
      className={cn(
        "grid min-h-[clamp(72px,calc(100svh-704px),128px)] place-items-center text-7xl leading-none select-none",
        ground,
        className,
      )}
    >
      {itemEmoji}
    </span>
  );
}
