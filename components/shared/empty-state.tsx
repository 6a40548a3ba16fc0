import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";

type Props = {
  icon: LucideIcon;
  title: ReactNode;
  /** Where one goes from here: nobody is left with nothing to do. */
  wayOn: { href: string; text: string };
  /** A hint above the way on. */
  children?: ReactNode;
};

/** What a list shows when it has nothing to show, with a way on. */
export function EmptyState({ icon: Icon, title, wayOn, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-2xl border border-dashed px-6 py-12 text-center text-muted-foreground">
      <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-foreground">
        <Icon aria-hidden className="size-8" strokeWidth={1.5} />
      </span>
      <p className="max-w-sm text-base">{title}</p>
      {children}
      <Button asChild className="mt-1">
        <Link href={wayOn.href}>
          {wayOn.text}
          <TabPending href={wayOn.href} />
        </Link>
      </Button>
    </div>
  );
}
