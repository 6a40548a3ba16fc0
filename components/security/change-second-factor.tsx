"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { lazily } from "@/components/shared/lazily";
import { Question } from "@/components/shared/question";
import { useAction } from "@/components/shared/use-action";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import {
  offerSecondFactorAction,
  removeSecondFactorAction,
  renewRecoveryCodesAction,
} from "@/lib/actions/security";
import type { NewSecondFactor } from "@/lib/domain/security/types";

const SetUpDialog = lazily(() => import("./second-factor-dialogs"), "SetUpDialog");
const CodesDialog = lazily(() => import("./second-factor-dialogs"), "CodesDialog");

type Open = { offer: NewSecondFactor } | { codes: string[] } | "switchOff";

/**
 * Sets the second factor up with an authenticator app; once it is on, makes new recovery codes or switches it off. The
 * recovery codes stay on screen while the page around them learns that it is on.
 */
export function ChangeSecondFactor({ isOn }: { isOn: boolean }) {
  const t = useTranslations("security.secondFactor");
  const { pending, run } = useAction();
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useDialog<Open>(() => first.current);
  const { shown } = dialog;

  const setUp = () =>
    run(() => offerSecondFactorAction({}), {
      failed: { title: t("failed") },
      onDone: (offer) => dialog.show({ offer }, first.current),
    });
  const renew = () =>
    run(() => renewRecoveryCodesAction({}), {
      done: { title: t("newCodesMade"), variant: "success" },
      failed: { title: t("failed") },
      onDone: (codes) => dialog.show({ codes }, first.current),
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
        <Button variant="outline" className="w-full sm:w-auto" onClick={dialog.opens("switchOff")}>
          {t("switchOff")}
        </Button>
      )}
      {shown === "switchOff" && (
        <Question
          title={t("switchOffTitle")}
          text={t("switchOffText")}
          confirm={t("switchOff")}
          destructive
          act={() => removeSecondFactorAction({})}
          done={{ title: t("switchedOff"), variant: "success" }}
          failed={{ title: t("failed") }}
          isOverWhenRefused
          {...dialog.props}
        />
      )}
      {shown && typeof shown === "object" && "offer" in shown && (
        <SetUpDialog offer={shown.offer} onOn={(codes) => dialog.show({ codes })} {...dialog.props} />
      )}
      {shown && typeof shown === "object" && "codes" in shown && (
        <CodesDialog codes={shown.codes} {...dialog.props} />
      )}
    </div>
  );
}
