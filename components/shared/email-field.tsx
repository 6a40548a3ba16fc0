import type { ComponentProps } from "react";
import { InputField } from "./field";

/** A field for an e-mail address, as the server limits it. */
export function EmailField(props: Omit<ComponentProps<typeof InputField>, "type" | "name">) {
  return (
    <InputField
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
