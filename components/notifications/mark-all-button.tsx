"use client";

import { CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { markAllReadAction } from "@/lib/actions/notifications";
import { useMark } from "./use-mark";

export function MarkAllButton() {
  const t = useTranslations("notifications");
  const [pending, mark] = useMark();
  return (
    <Button variant="ghost" size="sm" disabled={pending} onClick={() => mark(() => markAllReadAction({}))}>
      <CheckCheck aria-hidden />
      {t("markAllRead")}
    </Button>
  );
}
