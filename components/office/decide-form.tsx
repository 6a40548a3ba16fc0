import { getTranslations } from "next-intl/server";
import { decideAction } from "@/lib/actions/office";
import { MEASURE_RULES, MEASURES, type SafetySubject } from "@/lib/ground/vocabulary";
import { DeedForm } from "./deed-form";
import { reasonFields } from "./reason-fields";

type Props = {
  kind: SafetySubject;
  /** What it is about, or what can be chosen, by what it is called. */
  id: string | readonly { value: string; label: string }[];
  report: string | null;
};

/**
 * Decides about a request, a person, a post or a message; with a report it is closed, and so are the subject's other
 * ones.
 */
export async function DecideForm({ kind, id, report }: Props) {
  const [t, fields] = await Promise.all([getTranslations("office"), reasonFields()]);
  const fits = MEASURES.filter((measure) => MEASURE_RULES[measure].of.includes(kind));
  return (
    <DeedForm
      action={decideAction}
      about={{ kind, report, ...(typeof id === "string" && { id }) }}
      submit={t("decide.submit")}
      fields={[
        ...(typeof id === "string"
          ? []
          : [{ name: "id", label: t("person.request"), kind: "choice" as const, options: id }]),
        {
          name: "measure",
          label: t("decide.measure"),
          kind: "choice",
          options: fits.map((value) => ({ value, label: t(`measures.${value}`) })),
        },
        ...fields,
      ]}
    />
  );
}
