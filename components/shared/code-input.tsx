import { useTranslations } from "next-intl";
import { InputField } from "./field";

/** The code of a second factor, or a recovery code. */
export function CodeInput({ error, ...props }: { error: string | undefined; autoFocus?: boolean }) {
  const t = useTranslations("auth.login");
  return (
    <InputField
      label={t("code")}
      hint={t("codeHint")}
      error={error}
      {...props}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
    />
  );
}
