import { useTranslations } from "next-intl";
import { Quote } from "@/components/shared/quote";

/** What the donor wrote with the donation, shown back to them. */
export function OwnMessage({ text }: { text: string }) {
  const t = useTranslations("donate.note");
  return (
    <div className="space-y-1">
      <p className="text-sm text-muted-foreground">{t("label")}</p>
      <Quote>{text}</Quote>
    </div>
  );
}
