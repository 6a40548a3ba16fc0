import { getTranslations } from "next-intl/server";
import { holdAction } from "@/lib/actions/office-desk";
import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import { DeedForm } from "./deed-form";
import { Fold } from "./section";

/** Holds the money of one donation. Of a person and of a request a decision does, which tells them (C302). */
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
        fields={[
          { name: "cause", label: t("cause"), kind: "choice", options },
          { name: "until", label: t("until"), hint: t("untilHint"), kind: "date" },
        ]}
      />
    </Fold>
  );
}
