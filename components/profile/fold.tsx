import type { ReactNode } from "react";
import { Disclosure } from "@/components/shared/disclosure";
import { Card, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

type Props = {
  /** Opens the section when the address names it (`ScrollToSection`). */
  id: string;
  title: string;
  /** The present setting. */
  setting: string;
  /** Something is missing in it. */
  incomplete?: boolean;
  children: ReactNode;
};

/** A section folded to one line, which shows its setting. */
export function Fold({ id, title, setting, incomplete = false, children }: Props) {
  return (
    <Card className="py-2 sm:py-3">
      <Disclosure
        summaryId={id}
        // Room between the text and the ring of the focus.
        summaryClass="-mx-2 px-2"
        summary={
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <CardTitle>{title}</CardTitle>
            <span
              className={cn(
                "[overflow-wrap:anywhere]",
                incomplete ? "font-semibold text-accent-foreground" : "text-muted-foreground",
              )}
            >
              {setting}
            </span>
          </span>
        }
      >
        <div className="space-y-4 pt-2 pb-2">{children}</div>
      </Disclosure>
    </Card>
  );
}
