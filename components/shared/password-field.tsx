import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "./field";

type Props = Omit<ComponentProps<typeof Field>, "children"> & {
  autoComplete: "current-password" | "new-password";
  name?: "password" | "currentPassword";
};

/** A field for a password that can be shown: on a phone it is easily mistyped. */
export function PasswordField({ autoComplete, name = "password", ...field }: Props) {
  const t = useTranslations("auth");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            maxLength={256}
            className="pr-12"
          />
          <button
            type="button"
            aria-label={t("showPassword")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </Field>
  );
}
