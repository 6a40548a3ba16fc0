import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FullScreenLoading } from "@/components/shared/full-screen-loading";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { Me } from "@/lib/domain/users/schema";
import { MINUTE } from "@/lib/ground/durations";
import { send } from "@/lib/web/http";
import { passkeyFailure } from "./failure";
import { type Greetings, greet } from "./greeting";

/** Before a challenge is too old. */
const RENEW_MS = 4 * MINUTE;

const load = () => import("@/components/shared/passkey");

/** Signs in with a passkey: by the button, or where the browser offers one among the names it fills in. */
export function PasskeyButton({ next, greetings }: { next: string; greetings: Greetings }) {
  const t = useTranslations("auth.login");
  const { state, choose } = usePasskeyLogin(next, greetings);
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        className="mt-4 w-full text-base"
        pending={state !== "idle"}
        onClick={choose}
      >
        {state === "idle" && <KeyRound aria-hidden />}
        {t("passkey")}
      </Button>
      {state === "entering" && <FullScreenLoading />}
    </>
  );
}

function usePasskeyLogin(next: string, greetings: Greetings) {
  const router = useRouter();
  const t = useTranslations("auth.login");
  const [state, setState] = useState<"idle" | "asking" | "entering">("idle");
  // An authenticator that answers by itself would be asked for ever.
  const hasFailed = useRef(false);

  function fail(error: unknown) {
    hasFailed.current = true;
    setState("idle");
    toast({ variant: "destructive", title: t("failed"), description: t(`failure.${passkeyFailure(error)}`) });
  }

  async function enter(answer: unknown) {
    setState("entering");
    const { user } = await send<{ user: Me }>("POST", "/api/auth/passkey", answer);
    greet(greetings, user);
    router.replace(next);
    router.refresh();
  }

  const take = useEffectEvent((answer: unknown) => enter(answer).catch(fail));
  useEffect(() => {
    if (state !== "idle" || hasFailed.current || !("PublicKeyCredential" in window)) return;
    const ending = new AbortController();
    const offer = async () => {
      const { askForPasskey, browserSupportsWebAuthnAutofill } = await load();
      if (!(await browserSupportsWebAuthnAutofill()) || ending.signal.aborted) return;
      // It ends without an answer when the offer is renewed, and when the person chooses another way.
      const answer = await askForPasskey(ending.signal).catch(() => null);
      if (answer && !ending.signal.aborted) await take(answer);
    };
    // Without a network there is still the form.
    const renew = () => void offer().catch(() => undefined);
    renew();
    const renewal = setInterval(renew, RENEW_MS);
    return () => {
      clearInterval(renewal);
      ending.abort();
    };
  }, [state]);

  function choose() {
    if (state !== "idle") return;
    setState("asking");
    load()
      .then(({ askForPasskey }) => askForPasskey())
      .then(enter)
      .catch(fail);
  }

  return { state, choose };
}
