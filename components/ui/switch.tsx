import * as Primitive from "radix-ui/switch";
import type { ComponentProps } from "react";

/** The target is 44 px high, the drawn track smaller. */
export function Switch(props: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className="group flex h-11 w-14 shrink-0 items-center justify-center rounded-lg disabled:opacity-55"
      {...props}
    >
      <span className="flex h-7 w-12 items-center rounded-full bg-input p-0.5 transition-colors group-data-[state=checked]:bg-primary">
        <Primitive.Thumb className="size-6 rounded-full bg-card shadow-sm transition-transform data-[state=checked]:translate-x-5" />
      </span>
    </Primitive.Root>
  );
}
