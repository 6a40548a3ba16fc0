"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChange } from "@/components/shared/use-change";
import { Button } from "@/components/ui/button";
import { send } from "@/lib/web/http";

/** Says afterwards whether others may know who gave. */
export function ShowDonor({ donationId, anonymous }: { donationId: string; anonymous: boolean }) {
  const t = useTranslations("gifts");
  const { busy, change } = useChange();
  const Icon = anonymous ? Eye : EyeOff;
  return (
    <Button
      variant="outline"
      pending={busy}
      onClick={() => void change(() => send("PATCH", `/api/gifts/${donationId}`, { anonymous: !anonymous }))}
    >
      <Icon aria-hidden />
      {t(anonymous ? "show" : "hide")}
    </Button>
  );
}
