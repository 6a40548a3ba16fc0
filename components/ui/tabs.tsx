import * as Primitive from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Tabs = Primitive.Root;
export const TabsContent = Primitive.Content;

export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List className={cn("flex flex-wrap gap-1 rounded-xl bg-muted p-1", className)} {...props} />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        "min-h-11 flex-1 rounded-lg px-3 font-semibold text-muted-foreground data-[state=active]:bg-card dark:data-[state=active]:bg-border data-[state=active]:text-foreground data-[state=active]:shadow-sm",
        className,
      )}
      {...props}
    />
  );
}
