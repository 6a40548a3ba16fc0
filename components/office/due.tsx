import { useTranslations } from "next-intl";
import { DateTimeText } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";

/** A deadline, and whether it has passed. */
export function Due({ at, now }: { at: Date; now: Date }) {
  const t = useTranslations("office.list");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <DateTimeText value={at.toISOString()} />
      {at < now && <Badge variant="accent">{t("overdue")}</Badge>}
    </span>
  );
}
