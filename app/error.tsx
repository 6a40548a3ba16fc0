"use client";

import { useTranslations } from "next-intl";
import { FaultScreen } from "@/components/shell/fault-screen";
import { Button } from "@/components/ui/button";

/** A screen failed to render. Details are in the server's log only. */
export default function ErrorScreen({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("shell.fault");
  return (
    <FaultScreen title={t("title")} text={t("text")}>
      <Button onClick={reset}>{t("retry")}</Button>
    </FaultScreen>
  );
}
