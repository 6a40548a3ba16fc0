import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type LinkProps = { href: string; className?: string; children: ReactNode };

/** A link within a list or a fact, which is not fetched before it is pressed: a list has many. */
export function OfficeLink({ href, className, children }: LinkProps) {
  return (
    <Link href={href} prefetch={false} className={cn("font-medium underline underline-offset-4", className)}>
      {children}
    </Link>
  );
}

/**
 * A person by a part of their id: looking them up is a step of its own, which the audit notes. The last signs, as the
 * first ones are the time.
 */
export function PersonRef({ id, view = "" }: { id: string; view?: string }) {
  return (
    <OfficeLink href={`/office/people/${id}${view}`} className="font-mono">
      {id.slice(-8)}
    </OfficeLink>
  );
}

/** A payment by its receipt's number, or a part of its id. */
export function PaymentRef({ id, number }: { id: string; number?: string }) {
  return (
    <OfficeLink href={`/office/payments/${id}`} className="font-mono">
      {number ?? id.slice(-8)}
    </OfficeLink>
  );
}

/** A request by a part of its id. */
export function RequestRef({ id }: { id: string }) {
  return (
    <OfficeLink href={`/?request=${id}`} className="font-mono">
      {id.slice(-8)}
    </OfficeLink>
  );
}
