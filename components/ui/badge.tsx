import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badgeVariants = cva(
  "inline-flex default:max-w-full default:shrink-0 items-center gap-1 default:rounded-full px-2.5 py-0.5 default:text-sm font-semibold [&_svg]:size-3.5",
  {
    variants: {
      variant: {
        neutral: "bg-muted text-foreground",
        primary: "bg-primary text-primary-foreground",
        success: "bg-success text-success-foreground",
        accent: "bg-accent-soft text-accent-foreground",
        gold: "bg-gold text-gold-foreground ring-1 ring-gold-border ring-inset",
        diamond: "bg-diamond text-diamond-foreground ring-1 ring-diamond-border ring-inset",
      },
    },
    defaultVariants: { variant: "neutral" },
  },
);

export function Badge({
  className,
  variant,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badgeVariants>) {
  return <span className={cn(badgeVariants({ variant }), className)} {...props} />;
}
