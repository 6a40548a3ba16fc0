import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui/slot";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const buttonVariants = cva(
  "default:inline-flex default:max-w-full default:shrink-0 default:items-center default:justify-center default:gap-2 rounded-lg font-semibold default:text-center transition-[background-color,color,opacity,scale] active:scale-[0.98] disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-5",
  {
    variants: {
      variant: {
        default: "bg-primary default:text-primary-foreground hover:bg-primary/90",
        secondary: "bg-secondary default:text-secondary-foreground hover:bg-secondary/75",
        outline: "border border-input bg-card default:text-foreground hover:bg-muted",
        ghost: "default:text-foreground hover:bg-muted",
        destructive: "bg-destructive default:text-destructive-foreground hover:bg-destructive/90",
        link: "default:text-primary underline-offset-4 underline",
      },
      size: {
        default: "default:min-h-11 default:px-4 default:py-2 default:text-base",
        sm: "min-h-11 px-3 py-1.5 default:text-sm",
        lg: "min-h-12 px-5 py-2.5 default:text-lg",
        icon: "size-11 text-base",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    asChild?: boolean;
    /** What was pressed is being done: the button says so; its caller refuses another press. */
    pending?: boolean;
  };

/** A button; with `asChild` its style on the one child, such as a link. */
export function Button({ className, variant, size, asChild = false, pending, children, ...props }: Props) {
  const styled = { className: cn(buttonVariants({ variant, size }), className), ...props };
  if (asChild) return <Slot {...styled}>{children}</Slot>;
  return (
    <button type="button" aria-disabled={pending || undefined} {...styled}>
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
