import { useTranslations } from "next-intl";
import { EmailField } from "@/components/shared/email-field";
import { InputField } from "@/components/shared/field";
import { FullScreenLoading } from "@/components/shared/full-screen-loading";
import { PasswordField } from "@/components/shared/password-field";
import { usePlatform } from "@/components/shared/platform";
import { UsernameSuggestions } from "@/components/shared/username-suggestions";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { checkRegistration, type RegistrationInput } from "./check";
import { registrationFailure } from "./failure";
import { useAuthForm } from "./use-auth-form";

export function RegisterForm({ next }: { next: string }) {
  const t = useTranslations("auth.register");
  const { appName } = usePlatform();
  const { busy, entering, errors, suggestions, submit, mend } = useAuthForm<RegistrationInput>({
    path: "/api/auth/register",
    next,
    check: checkRegistration,
    // The form asks for fewer characters than the server (D12), so its error names what the server asks for.
    explain: (problem) => (problem === "passwordLength" ? t("passwordShort") : undefined),
    onSuccess: () =>
      toast({
        variant: "success",
        title: t("success"),
        description: t("welcome", { appName }),
        toNextPage: true,
      }),
    failed: t("failed"),
    failure: (error) => t(`failure.${registrationFailure(error)}`),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <InputField label={t("name")} error={errors.name} name="name" autoComplete="name" maxLength={80} />
      <InputField
        label={t("username")}
        hint={t("usernameHint")}
        error={errors.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <UsernameSuggestions names={suggestions} onChosen={() => mend("username")} />
      <EmailField label={t("email")} error={errors.email} />
      <PasswordField
        label={t("password")}
        hint={t("passwordHint")}
        error={errors.password}
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" className="w-full" pending={busy}>
        {t(busy ? "sending" : "submit")}
      </Button>
      {entering && <FullScreenLoading />}
    </form>
  );
}
