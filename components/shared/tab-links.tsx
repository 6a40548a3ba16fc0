import Link from "next/link";
import { TabPending } from "@/components/shell/tab-pending";
import { cn } from "@/components/ui/cn";

type Props = {
  label: string;
  links: readonly { href: string; text: string; isCurrent: boolean }[];
  /** They lead to other pages, not to other contents of this one. */
  arePages?: boolean;
  className?: string;
};

/** A few views of something side by side, as links, so that each has an address. */
export function TabLinks({ label, links, arePages = false, className }: Props) {
  return (
    <nav aria-label={label} className={cn("flex flex-wrap gap-1 rounded-xl bg-muted p-1", className)}>
      {links.map(({ href, text, isCurrent }) => (
        <Link
          key={href}
          href={href}
          aria-current={isCurrent ? (arePages ? "page" : "true") : undefined}
          className={cn(
            "flex min-h-11 flex-1 items-center justify-center rounded-lg px-1 text-center text-sm leading-tight font-semibold default:text-muted-foreground",
            isCurrent && "bg-card text-foreground shadow-sm dark:bg-border",
          )}
        >
          {text}
          <TabPending href={href} />
        </Link>
      ))}
    </nav>
  );
}
