import { getTranslations } from "next-intl/server";
import { AskButton } from "@/components/office/desk-buttons";
import { type Column, NUMBER, OfficeTable } from "@/components/office/office-table";
import { PersonRef } from "@/components/office/refs";
import { DeedFold } from "@/components/office/section";
import { getMoney } from "@/components/shared/get-money";
import { retryPayoutAction } from "@/lib/actions/office-desk";
import type { StepRecord } from "@/lib/domain/operator/steps-store";

type Props = {
  label: string;
  steps: readonly StepRecord[];
  /** They are of several people: each names its own. */
  isOfSeveral?: boolean;
};

const UNMADE = new Set(["planned", "due", "created"]);

/** Transfers, returns and payouts: the state of each, and asking the provider about it. */
export async function StepsTable({ label, steps, isOfSeveral = false }: Props) {
  const [t, money] = await Promise.all([getTranslations("office.payouts"), getMoney()]);
  const person: Column<StepRecord> = [
    t("person"),
    ({ personId }) => <PersonRef id={personId} view="?view=money" />,
  ];
  return (
    <OfficeTable
      label={label}
      rows={steps}
      keyOf={({ id }) => id}
      empty={t("none")}
      columns={[
        ...(isOfSeveral ? [person] : []),
        [t("what"), ({ kind }) => t(`step.${kind}`)],
        [t("amount"), ({ amount }) => money(amount), NUMBER],
        [t("state"), ({ state }) => t(`stepState.${state}`)],
        [t("since"), ({ createdAt }) => createdAt],
        [t("because"), ({ problem, providerId }) => problem ?? providerId ?? "–"],
        [
          t("do"),
          ({ id, state }) => (
            <div className="space-y-2">
              <AskButton reference={id} of="step" />
              {UNMADE.has(state) && (
                <DeedFold action={retryPayoutAction} about={{ reference: id }} submit={t("retry")} />
              )}
            </div>
          ),
        ],
      ]}
    />
  );
}
