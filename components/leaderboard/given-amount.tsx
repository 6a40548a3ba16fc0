import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

/** What a person gave, as money, or that they hide it. */
export function GivenAmount({ given, className }: { given: string | null; className?: string }) {
  const t = useTranslations("common");
  return (
    <span className={cn("font-semibold tabular-nums", className)}>
      {given ?? <span className="font-normal text-muted-foreground italic">{t("hidden")}</span>}
    </span>
  );
}
