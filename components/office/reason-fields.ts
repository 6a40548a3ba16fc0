import { getTranslations } from "next-intl/server";
import type { DeedField } from "./deed-form";

/** The fields of a statement of reasons: the ground, the facts and the last day (safety.md, Decide). */
export async function reasonFields(): Promise<DeedField[]> {
  const t = await getTranslations("office.decide");
  return [
    {
      name: "basis",
      label: t("basis"),
      kind: "choice",
      options: [
        { value: "rules", label: t("rules") },
        { value: "law", label: t("law") },
      ],
    },
    { name: "paragraph", label: t("paragraph"), hint: t("paragraphHint"), kind: "line", max: 190 },
    { name: "facts", label: t("facts"), hint: t("factsHint"), kind: "lines", max: 2000 },
    { name: "until", label: t("until"), hint: t("untilHint"), kind: "date" },
  ];
}
