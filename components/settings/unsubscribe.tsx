"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import type { MailFrequency } from "@/lib/ground/mail-kinds";
import { send } from "@/lib/web/http";

type Props = {
  /** Of the address that switches the kind off (POST) and on (DELETE). */
  token: string;
  /** How often it was sent when the page was opened. */
  mail: MailFrequency;
  /** How often it is sent by default. */
  usual: MailFrequency;
};

/** Switches a kind of mail off, and on again as it was, without signing in. */
export function Unsubscribe({ token, mail, usual }: Props) {
  const t = useTranslations("unsubscribe");
  const failureText = useFailureText();
  const [state, setState] = useState<"asked" | "off" | "on">(mail === "off" ? "off" : "asked");
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function change(to: "off" | "on"): Promise<void> {
    if (working) return;
    setWorking(true);
    setProblem(null);
    try {
      const path = `/u/${encodeURIComponent(token)}`;
      if (to === "off") await send("POST", path);
      else await send("DELETE", path, { value: mail === "off" ? usual : mail });
      setState(to);
    } catch (error) {
      setProblem(`${t("failed")} ${failureText(error)}`);
    }
    setWorking(false);
  }

  return (
    <>
      <div role="status" className="space-y-2">
        <p className="text-base font-medium">
          {state === "asked" ? t("question") : state === "off" ? t("off") : t("on")}
        </p>
        {state === "off" && <p className="text-base text-muted-foreground">{t("offText")}</p>}
      </div>
      <Button
        size="lg"
        variant={state === "off" ? "outline" : "default"}
        aria-disabled={working}
        onClick={() => change(state === "off" ? "on" : "off")}
      >
        {working ? t("working") : state === "off" ? t("undo") : t("confirm")}
      </Button>
      {problem !== null && (
        <p role="alert" className="text-base text-destructive">
          {problem}
        </p>
      )}
    </>
  );
}
