"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast-store";

const COPIED_MS = 2_000;

/** Copies a link, and says so for two seconds (specification 9). */
export function CopyLink({ url, className }: { url: string; className?: string }) {
  const t = useTranslations("share");
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: t("copiedTitle"), description: t("copiedText"), variant: "success" });
    } catch {
      toast({ title: t("failedTitle"), description: t("failedText"), variant: "destructive" });
    }
  }

  return (
    <Button variant="secondary" className={cn("w-full", className)} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {t(copied ? "copied" : "copy")}
    </Button>
  );
}
