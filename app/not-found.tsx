"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { FaultScreen } from "@/components/shell/fault-screen";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  const t = useTranslations("shell.notFound");
  return (
    <main id="main">
      <FaultScreen title={t("title")} text={t("text")}>
        <Button asChild>
          <Link href="/">{t("home")}</Link>
        </Button>
      </FaultScreen>
    </main>
  );
}
