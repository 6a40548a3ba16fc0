import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import type { ControlProps } from "./field";

type Props = ControlProps & {
  autoComplete: "current-password" | "new-password";
  name?: "password" | "currentPassword";
};

/** A password that can be shown: on a phone it is easily mistyped. */
export function PasswordInput({ name = "password", ...props }: Props) {
  const t = useTranslations("auth");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} name={name} type={shown ? "text" : "password"} maxLength={256} className="pr-12" />
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
  );
}
