"use client";

import { useTranslations } from "next-intl";
import { FaultScreen } from "@/components/shell/fault-screen";
import { Button } from "@/components/ui/button";

/** A screen failed while it was made. Nothing of the fault is told; it is in the server's log. */
export default function ErrorScreen({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("shell.fault");
  return (
    <FaultScreen title={t("title")} text={t("text")}>
      <Button onClick={reset}>{t("retry")}</Button>
    </FaultScreen>
  );
}
