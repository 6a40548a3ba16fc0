"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { addPasskeyAction, offerPasskeyAction } from "@/lib/actions/security";

/** Makes a passkey on this device. */
export function AddPasskey() {
  const t = useTranslations("security.passkeys");
  const { pending, run } = useAction();
  return (
    <Button
      className="w-full sm:w-auto"
      aria-disabled={pending || undefined}
      onClick={() =>
        !pending &&
        run(makePasskey, {
          done: { title: t("added"), variant: "success" },
          failed: { title: t("notAdded"), text: t("notMade") },
        })
      }
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {t("add")}
    </Button>
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
