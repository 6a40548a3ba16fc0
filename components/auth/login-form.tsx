import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeInput } from "@/components/shared/code-input";
import { InputField } from "@/components/shared/field";
import { FullScreenLoading } from "@/components/shared/full-screen-loading";
import { PasswordField } from "@/components/shared/password-field";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/web/http";
import { checkLogin, type LoginInput } from "./check";
import { loginFailure } from "./failure";
import { type Greetings, greet } from "./greeting";
import { PasskeyButton } from "./passkey-button";
import { useAuthForm } from "./use-auth-form";

export function LoginForm({ next, greetings }: { next: string; greetings: Greetings }) {
  const t = useTranslations("auth.login");
  const [asksForCode, setAsksForCode] = useState(false);
  const { busy, entering, errors, submit } = useAuthForm<LoginInput>({
    path: "/api/auth/login",
    next,
    check: checkLogin,
    onSuccess: (user) => greet(greetings, user, isFirstOffer()),
    failed: t("failed"),
    failure: (error) => {
      const isAsked = error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED";
      if (isAsked) setAsksForCode(true);
      return isAsked ? null : t(`failure.${loginFailure(error)}`);
    },
  });
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        <InputField
          label={t("username")}
          error={errors.username}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField label={t("password")} error={errors.password} autoComplete="current-password" />
        {asksForCode && <CodeInput error={errors.code} autoFocus />}
        <Button type="submit" size="lg" className="w-full" pending={busy}>
          {t(busy ? "sending" : "submit")}
        </Button>
        <Button asChild variant="link" className="w-full">
          <a href="/forgot-password">{t("forgot")}</a>
        </Button>
        {entering && <FullScreenLoading />}
      </form>
      <PasskeyButton next={next} greetings={greetings} />
    </>
  );
}

const OFFERED = "passkeyOffered";

/** Whether this browser knows passkeys and they have not been offered in it before; from then on they have. */
function isFirstOffer(): boolean {
  if (!("PublicKeyCredential" in window)) return false;
  try {
    const isFirst = localStorage.getItem(OFFERED) === null;
    localStorage.setItem(OFFERED, "1");
    return isFirst;
  } catch {
    // Some browsers forbid storage.
    return false;
  }
}
