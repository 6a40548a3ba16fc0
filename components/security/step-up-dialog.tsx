import { KeyRound, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { CodeInput } from "@/components/shared/code-input";
import { placeOf } from "@/components/shared/kept-place";
import { PasswordField } from "@/components/shared/password-field";
import { useFailureText } from "@/components/shared/use-failure-text";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import type { ProofWays } from "@/lib/domain/security/types";
import { FRESH_MINUTES, OFFICE_HOURS } from "@/lib/domain/sessions/rules";
import { ApiError, send } from "@/lib/web/http";

type Props = { isForOffice: boolean; onEnd: (proven: boolean) => void; onClose: () => void };

const OFFICE_WAYS = { password: false, code: false, google: false };

/** Asks a signed-in person to prove who they are: by password or code, by a passkey, or at Google. */
export function StepUpDialog({ isForOffice, onEnd, onClose }: Props) {
  const t = useTranslations("stepUp");
  const { ways: own, busy, problems, confirm } = useProof(onEnd);
  const ways = own && isForOffice ? { ...OFFICE_WAYS, passkey: own.passkey } : own;
  // Radix would focus what opened the dialog, of which it knows nothing.
  const [giveFocus] = useState(() => placeOf(document.activeElement));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    confirm(async () => typed, event.currentTarget);
  }

  return (
    <Modal
      busy={busy}
      onClose={onClose}
      onClosed={(event) => {
        event.preventDefault();
        giveFocus();
      }}
    >
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription>
        {isForOffice ? t("office", { hours: OFFICE_HOURS }) : t("text", { minutes: FRESH_MINUTES })}
      </DialogDescription>
      {!ways && <LoaderCircle aria-hidden className="mx-auto size-8 animate-spin" />}
      {(ways?.password || ways?.code) && (
        <form method="post" noValidate onSubmit={submit} className="space-y-4">
          {ways.password && (
            <PasswordField label={t("password")} error={problems.password} autoComplete="current-password" />
          )}
          {ways.code && <CodeInput error={problems.code} />}
          <Button type="submit" className="w-full" pending={busy}>
            {t(busy ? "checking" : "confirm")}
          </Button>
        </form>
      )}
      {ways?.passkey && (
        <Button
          variant={ways.password || ways.code ? "outline" : "default"}
          aria-disabled={busy || undefined}
          onClick={() => confirm(passkeyProof, null)}
        >
          <KeyRound aria-hidden />
          {t("passkey")}
        </Button>
      )}
      {ways?.google && (
        <div className="space-y-1.5">
          <Button asChild variant="outline" className="w-full">
            <a href={`/api/auth/google?fresh=1&next=${encodeURIComponent(window.location.pathname)}`}>
              {t("google")}
            </a>
          </Button>
          <p className="text-sm text-muted-foreground">{t("googleHint")}</p>
        </div>
      )}
    </Modal>
  );
}

async function passkeyProof() {
  const { askForPasskey } = await import("@/components/shared/passkey");
  return askForPasskey();
}

/** Reads how the person can prove who they are, and sends their proof. */
function useProof(onEnd: Props["onEnd"]) {
  const t = useTranslations("stepUp");
  const failureText = useFailureText();
  const [ways, setWays] = useState<ProofWays | null>(null);
  const { sending: busy, errors: problems, run } = useSending(t("failed"));
  const giveUp = useEffectEvent((error: unknown) => {
    toast({ variant: "destructive", title: t("failed"), description: failureText(error) });
    onEnd(false);
  });

  useEffect(() => {
    send<ProofWays>("GET", "/api/auth/step-up").then(setWays, (error: unknown) => giveUp(error));
  }, []);

  function confirm(make: () => Promise<object>, form: HTMLFormElement | null): void {
    const call = async () => {
      await send("POST", "/api/auth/step-up", await make());
      onEnd(true);
    };
    const isTold = (error: unknown) =>
      error instanceof ApiError && (error.code !== "WRONG_PROOF" || Object.keys(error.fields).length > 0);
    void run(call, form, (error) => (isTold(error) ? undefined : t("passkeyFailed")));
  }

  return { ways, busy, problems, confirm };
}
