import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { Movement } from "@/lib/domain/leaderboard/rules";

const ICONS = { up: ArrowUp, down: ArrowDown, same: Equal };

type Props = { given: string | null; movement: Movement | null };

/** What a person gave, as money, or that they hide it, and their rise or fall. */
export function Given({ given, movement }: Props) {
  const t = useTranslations("common");
  return (
    <>
      <span className="font-semibold tabular-nums">
        {given ?? <span className="font-normal text-muted-foreground italic">{t("hidden")}</span>}
      </span>
      {movement && <MovementMark movement={movement} />}
    </>
  );
}

/** A person's rise or fall since the period before: an arrow with a number, and words for screen readers. */
function MovementMark({ movement }: { movement: Movement }) {
  const t = useTranslations("leaderboard.movement");
  if (movement.to === "new") {
    return <span className="text-sm font-semibold text-accent-foreground">{t("new")}</span>;
  }
  const Icon = ICONS[movement.to];
  const places = "places" in movement ? movement.places : 0;
  return (
    <span
      className={cn(
        "inline-flex items-center gap-0.5 text-sm font-semibold tabular-nums default:text-muted-foreground",
        movement.to === "up" && "text-primary",
      )}
    >
      <Icon aria-hidden className="size-4" />
      {places > 0 && <span aria-hidden>{places}</span>}
      <span className="sr-only">{t(movement.to, { places })}</span>
    </span>
  );
}
