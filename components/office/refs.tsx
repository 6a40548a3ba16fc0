import Link from "next/link";

/**
 * A person by a part of their id: looking them up is a step of its own, which the audit notes. The last signs, as the
 * first ones are the time.
 */
export function PersonRef({ id, view = "" }: { id: string; view?: string }) {
  return (
    <Link
      href={`/office/people/${id}${view}`}
      prefetch={false}
      className="font-mono font-medium underline underline-offset-4"
    >
      {id.slice(-8)}
    </Link>
  );
}

/** A payment by its receipt's number, or a part of its id. */
export function PaymentRef({ id, number }: { id: string; number?: string }) {
  return (
    <Link
      href={`/office/payments/${id}`}
      prefetch={false}
      className="font-mono font-medium underline underline-offset-4"
    >
      {number ?? id.slice(-8)}
    </Link>
  );
}
