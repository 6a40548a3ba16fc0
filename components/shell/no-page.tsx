"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { FaultScreen } from "./fault-screen";

/** There is no such page, or it is gone. */
export function NoPage() {
  const t = useTranslations("shell.notFound");
  return (
    <FaultScreen title={t("title")} text={t("text")}>
      <Button asChild>
        <Link href="/">{t("home")}</Link>
      </Button>
    </FaultScreen>
  );
}
