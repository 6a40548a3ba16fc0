import { UserRound } from "lucide-react";
import { cn } from "@/components/ui/cn";

type Props = {
  /**
   * An emoji, or a picture: its address or the `data:` image itself (D16); null for an anonymous person (D15).
   */
  avatar: string | null;
  imageUrl?: string | null;
  size?: "sm" | "md" | "lg";
  className?: string;
};

const SIZE = {
  sm: "default:size-9 text-[20px]",
  md: "default:size-11 text-[24px]",
  lg: "default:size-20 text-[48px]",
} as const;

/** A person's picture. Decoration only: the name is always beside it. */
export function PersonAvatar({ avatar, imageUrl = null, size = "md", className }: Props) {
  const image = avatar && /^(data:image|\/avatars)\//.test(avatar) ? avatar : imageUrl;
  return (
    <span
      aria-hidden
      className={cn(
        "grid shrink-0 place-items-center overflow-hidden rounded-full default:bg-muted leading-none select-none",
        SIZE[size],
        className,
      )}
    >
      {avatar === null ? (
        <UserRound className="size-1/2 text-muted-foreground" />
      ) : image ? (
        <img src={image} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
      ) : (
        avatar
      )}
    </span>
  );
}
