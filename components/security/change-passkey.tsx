"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";

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
