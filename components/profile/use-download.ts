"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import { send } from "@/lib/web/http";

/** Fetches everything that is kept about the person and hands it over as a file. */
export function useDownload() {
  const t = useTranslations("profile.data.download");
  const failureText = useFailureText();
  const [preparing, setPreparing] = useState(false);

  async function download() {
    if (preparing) return;
    setPreparing(true);
    try {
      const data = await send<{ exportedAt: string }>("GET", "/api/auth/user/data");
      save(`personal-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2));
    } catch (error) {
      toast({ variant: "destructive", title: t("failed"), description: failureText(error) });
    }
    setPreparing(false);
  }

  return { preparing, download };
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
