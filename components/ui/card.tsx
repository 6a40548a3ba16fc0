import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const cardVariants = cva("rounded-2xl border default:bg-card p-4 default:text-card-foreground sm:p-5", {
  variants: {
    tint: {
      none: "",
      gold: "border-gold-border bg-gold",
      diamond: "border-diamond-border bg-diamond",
    },
  },
  defaultVariants: { tint: "none" },
});

/** A framed section. `tint` takes a requester's tier. */
export function Card({
  className,
  tint,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof cardVariants>) {
  return <div className={cn(cardVariants({ tint }), className)} {...props} />;
}

export function CardTitle({ className, children, ...props }: ComponentProps<"h2">) {
  return (
    <h2 className={cn("text-lg font-semibold", className)} {...props}>
      {children}
    </h2>
  );
}
