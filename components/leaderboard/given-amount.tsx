import { useTranslations } from "next-intl";

/** What a person gave, as money, or that they hide it. */
export function GivenAmount({ given }: { given: string | null }) {
  const t = useTranslations("common");
  return (
    <span className="font-semibold tabular-nums">
      {given ?? <span className="font-normal text-muted-foreground italic">{t("hidden")}</span>}
    </span>
  );
}
