import { HandHeart } from "lucide-react";

/** The product's name with its mark: a hand that gives. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-[min(1.25rem,7vw)] leading-tight font-bold tracking-tight text-primary">
      <HandHeart aria-hidden className="size-7 shrink-0 max-[359px]:hidden" strokeWidth={2.2} />
      <span className="min-w-0">{name}</span>
    </span>
  );
}
