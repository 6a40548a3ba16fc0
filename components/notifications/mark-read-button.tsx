"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { markReadAction } from "@/lib/actions/notifications";
import { useMark } from "./use-mark";

export function MarkReadButton({ id, about }: { id: string; about: string }) {
  const t = useTranslations("notifications");
  const [pending, mark] = useMark();
  return (
    <Button
      variant="ghost"
      size="icon"
      title={t("markRead")}
      aria-label={t("markReadOf", { about })}
      disabled={pending}
      onClick={() => mark(() => markReadAction({ id }))}
      className="relative z-10 -mt-1 -mr-1"
    >
      <Check aria-hidden />
    </Button>
  );
}
