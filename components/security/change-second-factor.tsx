"use client";

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

type Open = { offer: NewSecondFactor } | { codes: string[] } | "switchOff" | null;

/**
 * Sets the second factor up with an authenticator app; once it is on, makes new recovery codes or switches it off. The
 * recovery codes stay on screen while the page around them learns that it is on.
 */
export function ChangeSecondFactor({ isOn }: { isOn: boolean }) {
  const t = useTranslations("security.secondFactor");
  const { pending, run } = useAction();
  const [open, setOpen] = useState<Open>(null);
  const first = useRef<HTMLButtonElement>(null);
  const closing = {
    onClose: () => setOpen(null),
    onClosed: (event: Event) => {
      event.preventDefault();
      first.current?.focus();
    },
  };

  const setUp = () =>
    run(() => offerSecondFactorAction({}), {
      failed: { title: t("failed") },
      onDone: (offer) => setOpen({ offer }),
    });
  const renew = () =>
    run(() => renewRecoveryCodesAction({}), {
      done: { title: t("newCodesMade"), variant: "success" },
      failed: { title: t("failed") },
      onDone: (codes) => setOpen({ codes }),
    });

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        ref={first}
        variant={isOn ? "outline" : "default"}
        className="w-full sm:w-auto"
        pending={pending}
        onClick={() => !pending && (isOn ? renew() : setUp())}
      >
        {t(isOn ? "newCodes" : "setUp")}
      </Button>
      {isOn && (
        <Button variant="outline" className="w-full sm:w-auto" onClick={() => setOpen("switchOff")}>
          {t("switchOff")}
        </Button>
      )}
      {open === "switchOff" && <SwitchOffDialog {...closing} />}
      {open !== null && open !== "switchOff" && "offer" in open && (
        <SetUpDialog offer={open.offer} onOn={(codes) => setOpen({ codes })} {...closing} />
      )}
      {open !== null && open !== "switchOff" && "codes" in open && (
        <CodesDialog codes={open.codes} {...closing} />
      )}
    </div>
  );
}
