import { getTranslations } from "next-intl/server";
import { holdAction } from "@/lib/actions/office-desk";
import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import { DeedForm } from "./deed-form";
import { Fold } from "./section";

/** Holds the money of a person, a request or one donation, with what they read about it. */
export async function HoldForm({ reference }: { reference: string }) {
  const [t, causes] = await Promise.all([
    getTranslations("office.payouts"),
    getTranslations("office.causes"),
  ]);
  const options = OPERATOR_HOLD_CAUSES.map((value) => ({ value, label: causes(value) }));
  return (
    <Fold title={t("hold")}>
      <DeedForm
        action={holdAction}
        about={{ reference }}
        submit={t("hold")}
        asksReason={false}
        fields={[
          { name: "cause", label: t("cause"), kind: "choice", options },
          { name: "until", label: t("until"), hint: t("untilHint"), kind: "date" },
          { name: "reason", label: t("toPerson"), hint: t("toPersonHint"), kind: "line", max: 500 },
        ]}
      />
    </Fold>
  );
}
