import Link from "next/link";
import { cn } from "@/components/ui/cn";

export type View = { href: string; name: string; isShown: boolean };

/** The views of a page of the office, by their addresses. */
export function Views({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ href, name, isShown }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isShown ? "page" : undefined}
              className={cn(
                "flex min-h-11 items-center rounded-full border px-4 text-sm font-medium hover:border-primary",
                isShown && "border-primary bg-primary text-primary-foreground",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
