"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { offerSecondFactorAction, renewRecoveryCodesAction } from "@/lib/actions/security";
import type { NewSecondFactor } from "@/lib/domain/security/types";

const dialogs = () => import("./second-factor-dialogs");
const SetUpDialog = lazily(() => dialogs().then((module) => module.SetUpDialog));
const CodesDialog = lazily(() => dialogs().then((module) => module.CodesDialog));
const SwitchOffDialog = lazily(() => dialogs().then((module) => module.SwitchOffDialog));

/** Sets the second factor up with an authenticator app. */
export function SetUpSecondFactor() {
  const t = useTranslations("security.secondFactor");
  const { pending, run } = useAction();
  const [offer, setOffer] = useState<NewSecondFactor | null>(null);
  return (
    <>
      <Button
        className="w-full sm:w-auto"
        aria-disabled={pending || undefined}
        onClick={() =>
          !pending &&
          run(() => offerSecondFactorAction({}), { failed: { title: t("failed") }, onDone: setOffer })
        }
      >
        {pending && <LoaderCircle aria-hidden className="animate-spin" />}
        {t("setUp")}
      </Button>
      {offer && <SetUpDialog offer={offer} onClose={() => setOffer(null)} />}
    </>
  );
}

/** Makes new recovery codes, or switches the second factor off. */
export function SwitchOffSecondFactor() {
  const t = useTranslations("security.secondFactor");
  const { pending, run } = useAction();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [asking, setAsking] = useState(false);
  const off = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        className="w-full sm:w-auto"
        aria-disabled={pending || undefined}
        onClick={() =>
          !pending &&
          run(() => renewRecoveryCodesAction({}), {
            done: { title: t("newCodesMade"), variant: "success" },
            failed: { title: t("failed") },
            onDone: setCodes,
          })
        }
      >
        {pending && <LoaderCircle aria-hidden className="animate-spin" />}
        {t("newCodes")}
      </Button>
      <Button ref={off} variant="outline" className="w-full sm:w-auto" onClick={() => setAsking(true)}>
        {t("switchOff")}
      </Button>
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asking && (
        <SwitchOffDialog
          onClose={() => setAsking(false)}
          onClosed={(event) => {
            event.preventDefault();
            off.current?.focus();
          }}
        />
      )}
    </div>
  );
}
