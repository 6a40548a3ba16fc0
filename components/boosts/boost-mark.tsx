import { Rocket } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { BoostType } from "@/lib/ground/vocabulary";

const STYLES: Record<BoostType, string> = {
  normal: "bg-gold text-gold-foreground ring-gold-border",
  premium: "bg-diamond text-diamond-foreground ring-diamond-border",
};

/** A boost's icon, in the colour of the tier it equals. Decoration only: its name is always beside it. */
export function BoostMark({ boostType, className }: { boostType: BoostType; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-11 shrink-0 place-items-center rounded-xl ring-1 ring-inset",
        STYLES[boostType],
        className,
      )}
    >
      <Rocket className="size-6" />
    </span>
  );
}
