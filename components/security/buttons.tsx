"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ActionButton } from "@/components/shared/action-button";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import { confirmAgainAction, sendPasswordLinkAction } from "@/lib/actions/access";
import {
  addPasskeyAction,
  endOtherSessionsAction,
  endSessionAction,
  offerPasskeyAction,
} from "@/lib/actions/security";

const RenameDialog = lazily(() => import("./passkey-dialogs").then((module) => module.RenameDialog));
const RemoveDialog = lazily(() => import("./passkey-dialogs").then((module) => module.RemoveDialog));

type Props = { id: string; name: string };

/** Renames or removes a passkey. */
export function ChangePasskey({ id, name }: Props) {
  const t = useTranslations("security.passkeys");
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const [rename, remove] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const close = () => setOpen(null);
  return (
    <div className="flex shrink-0">
      <Button
        ref={rename}
        variant="ghost"
        size="icon"
        aria-label={t("rename", { name })}
        onClick={() => setOpen("rename")}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        ref={remove}
        variant="ghost"
        size="icon"
        aria-label={t("remove", { name })}
        onClick={() => setOpen("remove")}
      >
        <Trash2 aria-hidden />
      </Button>
      {open === "rename" && (
        <RenameDialog
          id={id}
          name={name}
          onClose={close}
          onClosed={(event) => focus(event, rename.current)}
        />
      )}
      {open === "remove" && (
        <RemoveDialog
          id={id}
          name={name}
          onClose={close}
          onClosed={(event) => focus(event, remove.current)}
        />
      )}
    </div>
  );
}

function focus(event: Event, button: HTMLButtonElement | null): void {
  event.preventDefault();
  button?.focus();
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
  /** Chooses a first password, for people who only use Google. */
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
