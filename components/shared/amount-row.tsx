import { cn } from "@/components/ui/cn";

/** A name and an amount, inside a `<dl>`. */
export function AmountRow({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <div className={cn("flex items-baseline justify-between gap-4", className)}>
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  );
}
