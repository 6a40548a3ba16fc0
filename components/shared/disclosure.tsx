import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"details"> & {
  /** The line that is always shown. */
  summary: ReactNode;
  /** Of that line. */
  summaryId?: string;
  summaryClass?: string;
};

/** A `<details>` with a chevron. */
export function Disclosure({ summary, summaryId, summaryClass, className, children, ...details }: Props) {
  return (
    <details className={cn("group", className)} {...details}>
      <summary
        id={summaryId}
        className={cn(
          "flex default:min-h-11 cursor-pointer list-none items-center justify-between gap-3 default:rounded-lg [&::-webkit-details-marker]:hidden",
          summaryClass,
        )}
      >
        {summary}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
