"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CodeInput } from "@/components/shared/code-input";
import { PasswordField } from "@/components/shared/password-field";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { PAYOUT_HOLD_DAYS } from "@/lib/domain/accounts/rules";
import type { Me } from "@/lib/domain/users/schema";
import type { LinkPurpose } from "@/lib/ground/vocabulary";
import { ApiError, send } from "@/lib/web/http";
import { AccessCard } from "./access-card";
import { NextStep, type Step } from "./next-step";

const DEEDS: Record<LinkPurpose, { path: string; next: Step | null }> = {
  confirm_email: { path: "/api/auth/email/confirm", next: "home" },
  reset_password: { path: "/api/auth/password/reset", next: "home" },
  change_email: { path: "/api/auth/email/confirm", next: "home" },
  // The password does not work any more: the next step is in the mail.
  undo_email: { path: "/api/auth/email/undo", next: null },
  contest_undo: { path: "/api/auth/email/contest", next: "home" },
  cancel_plan: { path: "/api/subscriptions/cancel-by-link", next: "home" },
};

type Props = {
  token: string;
  purpose: LinkPurpose;
  email: string;
  username: string;
  /** Of a link that cancels a plan: which, and until when it runs; null where it has run out. */
  plan?: { name: string; until: string | null } | undefined;
  /** What it asks for beside the link. */
  asks: { passkey: boolean; code: boolean };
};

/** Does what a link of a message is for, once its button is pressed: opening the page changes nothing. */
export function LinkForm({ token, purpose, email, username, plan, asks }: Props) {
  const t = useTranslations("access");
  const router = useRouter();
  const { sending, errors, run } = useSending(t("failed"));
  const [ended, setEnded] = useState<"done" | "locked" | null>(null);
  const asksPassword = purpose === "reset_password";
  const values = {
    email,
    username,
    days: PAYOUT_HOLD_DAYS,
    plan: plan?.name ?? "",
    until: plan?.until ?? "",
  };

  const isOver = plan?.until === null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { password, code } = Object.fromEntries(new FormData(form));
    act(async () => ({ ...(asksPassword && { password }), ...(asks.code && { code }) }), form);
  }

  /** Does it, with what was typed or a passkey's answer. */
  function act(make: () => Promise<object>, form: HTMLFormElement | null): void {
    const call = async () => {
      const body = { token, ...(await make()) };
      const { user } = await send<{ user?: Me | null }>("POST", DEEDS[purpose].path, body);
      setEnded(asksPassword && user === null ? "locked" : "done");
    };
    void run(call, form, (error) => {
      // The page then says what became of the link.
      if (error instanceof ApiError && error.code === "TOKEN_INVALID") router.refresh();
      return undefined;
    });
  }

  if (ended) {
    const text = isOver ? t("link.cancel_plan.doneOver") : t(`link.${purpose}.done`, values);
    const step = ended === "locked" ? "login" : DEEDS[purpose].next;
    return (
      <AccessCard
        isResult
        title={t(`link.${purpose}.doneTitle`)}
        text={ended === "locked" ? t("link.locked", values) : text}
      >
        {step && <NextStep step={step} />}
      </AccessCard>
    );
  }
  return (
    <AccessCard
      title={t(`link.${purpose}.title`, values)}
      text={isOver ? t("link.cancel_plan.textOver") : t(`link.${purpose}.text`, values)}
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        {asksPassword && (
          <>
            {/* Password managers store the password under this name. */}
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <PasswordField
              label={t("link.password")}
              hint={t("link.passwordHint")}
              error={errors.password}
              autoComplete="new-password"
            />
          </>
        )}
        {(asks.code || asks.passkey) && <p>{t("link.undo_email.proof")}</p>}
        {asks.code && <CodeInput error={errors.code} />}
        {(asks.code || !asks.passkey) && (
          <Button type="submit" size="lg" className="w-full" pending={sending}>
            {t(sending ? "sending" : `link.${purpose}.action`)}
          </Button>
        )}
        {asks.passkey && (
          <Button
            size="lg"
            variant={asks.code ? "outline" : "default"}
            className="w-full"
            pending={sending}
            onClick={() => act(passkeyProof, null)}
          >
            {!sending && <KeyRound aria-hidden />}
            {t("link.undo_email.passkey")}
          </Button>
        )}
      </form>
    </AccessCard>
  );
}

async function passkeyProof() {
  const { askForPasskey } = await import("@/components/shared/passkey");
  return askForPasskey();
}
