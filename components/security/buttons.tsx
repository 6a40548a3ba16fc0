"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/shared/action-button";
import { lazily } from "@/components/shared/lazily";
import { Question } from "@/components/shared/question";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { confirmAgainAction, sendPasswordLinkAction } from "@/lib/actions/access";
import {
  addPasskeyAction,
  endOtherSessionsAction,
  endSessionAction,
  offerPasskeyAction,
  removePasskeyAction,
} from "@/lib/actions/security";

const RenameDialog = lazily(() => import("./rename-dialog"), "RenameDialog");

type Props = { id: string; name: string };

/** Renames or removes a passkey. */
export function ChangePasskey({ id, name }: Props) {
  const t = useTranslations("security.passkeys");
  const dialog = useDialog<"rename" | "remove">();
  return (
    <div className="flex shrink-0">
      {(
        [
          ["rename", Pencil],
          ["remove", Trash2],
        ] as const
      ).map(([what, Icon]) => (
        <Button
          key={what}
          variant="ghost"
          size="icon"
          aria-label={t(what, { name })}
          onClick={dialog.opens(what)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
      {dialog.shown === "rename" && <RenameDialog id={id} name={name} {...dialog.props} />}
      {dialog.shown === "remove" && (
        <Question
          title={t("removeTitle")}
          text={t("removeText", { name })}
          confirm={t("removeConfirm")}
          destructive
          act={() => removePasskeyAction({ id })}
          done={{ title: t("removed"), variant: "success" }}
          failed={{ title: t("notRemoved") }}
          isOverWhenRefused
          {...dialog.props}
        />
      )}
    </div>
  );
}

/** Makes a passkey on this device. */
export function AddPasskey() {
  const t = useTranslations("security.passkeys");
  return (
    <ActionButton
      className="w-full sm:w-auto"
      act={makePasskey}
      done={t("added")}
      failed={{ title: t("notAdded"), text: t("notMade") }}
    >
      {t("add")}
    </ActionButton>
  );
}

async function makePasskey() {
  const [offer, { startRegistration }] = await Promise.all([
    offerPasskeyAction({}),
    import("@simplewebauthn/browser"),
  ]);
  if (!offer.ok) return offer;
  const made = await startRegistration({ optionsJSON: offer.data });
  return addPasskeyAction({ ...made, clientExtensionResults: {} });
}

/** Ends one of the person's other sessions. */
export function EndSessionButton({ id, device }: { id: string; device: string }) {
  const t = useTranslations("security.sessions");
  return (
    <ActionButton
      variant="outline"
      size="sm"
      aria-label={t("endOf", { device })}
      act={() => endSessionAction({ id })}
      done={t("ended")}
      failed={{ title: t("failed") }}
    >
      {t("end")}
    </ActionButton>
  );
}

/** Ends all sessions of the person but this one. */
export function EndOthersButton() {
  const t = useTranslations("security.sessions");
  return (
    <ActionButton
      variant="outline"
      className="w-full sm:w-auto"
      act={() => endOtherSessionsAction({})}
      done={t("ended")}
      failed={{ title: t("failed") }}
    >
      {t("endOthers")}
    </ActionButton>
  );
}

const LINKS = {
  /** Confirms the address, once more. */
  confirm: { send: confirmAgainAction, text: "email.again" },
  /** Chooses a password, for people who have none. */
  password: { send: sendPasswordLinkAction, text: "password.choose" },
} as const;

/** Sends a link to the person's address. */
export function SendLinkButton({ link }: { link: keyof typeof LINKS }) {
  const t = useTranslations("security");
  const { send, text } = LINKS[link];
  return (
    <ActionButton
      variant="outline"
      act={() => send({})}
      done={t("email.sent")}
      failed={{ title: t("email.failed") }}
    >
      {t(text)}
    </ActionButton>
  );
}
