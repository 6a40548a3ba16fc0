"use client";

import { Download, LoaderCircle, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import type { LeavingAccount } from "./erase-dialog";
import { useDownload } from "./use-download";

const EraseDialog = lazily(() => import("./erase-dialog").then((module) => module.EraseDialog));

/** What a person can do with everything that is kept about them: take it with them, and have it erased. */
export function YourData({ leaver }: { leaver: LeavingAccount }) {
  const t = useTranslations("profile.data");
  const { preparing, download } = useDownload();
  const [erasing, setErasing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="divide-y">
      <section className="space-y-3 pb-4">
        <p>{t("download.text")}</p>
        <Button
          variant="outline"
          className="w-full sm:w-auto"
          aria-disabled={preparing || undefined}
          onClick={download}
        >
          {preparing ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
          {t(preparing ? "download.preparing" : "download.button")}
        </Button>
      </section>
      <section className="space-y-3 pt-4">
        <p>{t("erase.text")}</p>
        <Button
          ref={opener}
          variant="outline"
          className="w-full text-destructive sm:w-auto"
          onClick={() => setErasing(true)}
        >
          <UserX aria-hidden />
          {t("erase.button")}
        </Button>
      </section>
      {erasing && (
        <EraseDialog
          leaver={leaver}
          onClose={() => setErasing(false)}
          onClosed={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}
