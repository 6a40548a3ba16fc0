import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; title: ReactNode; children?: ReactNode };

/** What a list shows when it has nothing to show; `children` for a way on. */
export function EmptyState({ icon: Icon, title, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-2xl border border-dashed px-6 py-12 text-center text-muted-foreground">
      <Icon aria-hidden className="size-10" strokeWidth={1.5} />
      <p className="max-w-sm text-base">{title}</p>
      {children}
    </div>
  );
}
