import { getTranslations } from "next-intl/server";
import { DateText } from "@/components/shared/dates";
import { Card, CardTitle } from "@/components/ui/card";
import type { SecondFactor as State } from "@/lib/domain/security/types";
import { ChangeSecondFactor } from "./change-second-factor";

type Props = { factor: State; hasPassword: boolean };

/** The second factor beside the password: set up, new recovery codes, switch off. */
export async function SecondFactor({ factor, hasPassword }: Props) {
  const t = await getTranslations("security.secondFactor");
  const { isOn, since, codesLeft } = factor;
  return (
    <Card className="space-y-3">
      <CardTitle>{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t(hasPassword ? "text" : "google")}</p>
      {since && (
        <p className="font-medium">
          {t.rich("on", { date: () => <DateText value={since.toISOString()} /> })}{" "}
          {t("codesLeft", { count: codesLeft })}
        </p>
      )}
      {(isOn || hasPassword) && <ChangeSecondFactor isOn={isOn} />}
    </Card>
  );
}
