"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DateText } from "./dates";
import { lazily } from "./lazily";
import { useReturnFocus } from "./use-return-focus";

const TakeBackDialog = lazily(() => import("./take-back-dialog").then((module) => module.TakeBackDialog));

type Props = {
  donationId: string;
  receiptToken?: string;
  /** Until when it can be taken back. */
  until: string;
};

/** Says that a donation can be taken back, and takes it back after a question (giving.md, Take back). */
export function TakeBack({ until, ...donation }: Props) {
  const t = useTranslations("takeBack");
  const [asking, setAsking] = useState(false);
  const focus = useReturnFocus();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-muted-foreground">
      <p className="min-w-0 flex-1 basis-48">{t.rich("until", { date: () => <DateText value={until} /> })}</p>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        onClick={() => {
          focus.remember();
          setAsking(true);
        }}
      >
        <Undo2 aria-hidden />
        {t("button")}
      </Button>
      {asking && <TakeBackDialog {...donation} onClose={() => setAsking(false)} onClosed={focus.giveBack} />}
    </div>
  );
}
