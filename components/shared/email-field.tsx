import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** A field for an e-mail address, as the server limits it. */
export function EmailInput(props: Omit<ComponentProps<typeof Input>, "type" | "name">) {
  return (
    <Input
      {...props}
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );
}
