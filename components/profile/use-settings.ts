import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { updateSettingsAction } from "@/lib/actions/settings";

type Changes = Parameters<typeof updateSettingsAction>[0];
type Handlers = {
  onSaved?: () => void;
  /** The problem of each field, the sentence for the whole, and what would be accepted instead. */
  onRefused?: (fields: Record<string, string>, message: string, suggestions: readonly string[]) => void;
};

/**
 * Saves a person's own settings. `saving` lasts until the screen shows what the server stored; other changes meanwhile
 * follow by themselves: Next.js sends actions one after another.
 */
export function useSettings() {
  const t = useTranslations("toasts");
  const { pending: saving, run } = useAction();

  function save(changes: Changes, { onSaved, onRefused }: Handlers = {}) {
    run(() => updateSettingsAction(changes), {
      done: { title: t("profileUpdated.title"), variant: "success" },
      failed: { title: t("updateFailed.title"), text: t("updateFailed.text") },
      content: JSON.stringify(changes),
      onDone: () => onSaved?.(),
      onFailed: (refusal) =>
        refusal && onRefused?.(refusal.fields ?? {}, refusal.message, refusal.suggestions ?? []),
    });
  }

  return { saving, save };
}
