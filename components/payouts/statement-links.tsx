import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { STATEMENT_FORMATS } from "@/lib/domain/payouts/schema";

/** Downloads of the statement of each year. */
export function StatementLinks({ years }: { years: readonly number[] }) {
  const t = useTranslations("payoutsPage");
  return (
    <Card className="space-y-3">
      <CardTitle>{t("statements")}</CardTitle>
      <p className="text-muted-foreground">{t("statementsHint")}</p>
      <ul className="space-y-2">
        {years.map((year) => (
          <li key={year} className="flex flex-wrap gap-2 *:flex-1">
            {STATEMENT_FORMATS.map((format) => (
              <Button key={format} asChild variant="outline">
                <a href={`/api/payouts/statement?year=${year}&format=${format}`} download>
                  <FileDown aria-hidden />
                  {t("file", { year: String(year), format: format.toUpperCase() })}
                </a>
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
