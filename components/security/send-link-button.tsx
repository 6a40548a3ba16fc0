"use client";

import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { confirmAgainAction, sendPasswordLinkAction } from "@/lib/actions/access";

const LINKS = {
  /** Confirms the address, once more. */
  confirm: { send: confirmAgainAction, text: "email.again" },
  /** Chooses a first password, for people who only use Google. */
  password: { send: sendPasswordLinkAction, text: "password.choose" },
} as const;

/** Sends a link to the person's address. */
export function SendLinkButton({ link }: { link: keyof typeof LINKS }) {
  const t = useTranslations("security");
  const { pending, run } = useAction();
  const { send, text } = LINKS[link];
  return (
    <Button
      variant="outline"
      disabled={pending}
      onClick={() =>
        run(() => send({}), {
          done: { variant: "success", title: t("email.sent") },
          failed: { title: t("email.failed") },
        })
      }
    >
      {t(text)}
    </Button>
  );
}
