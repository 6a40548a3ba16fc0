"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import { updateSettingsAction } from "@/lib/actions/settings";
import type { UserChanges } from "@/lib/domain/users/schema";

/** Saves changes of one's own profile; tells how it went, and keeps what is wrong with each field. */
export function useSettings() {
  const t = useTranslations("profile");
  const failureText = useFailureText();
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function save(changes: UserChanges): Promise<boolean> {
    setPending(true);
    const result = await updateSettingsAction(changes).catch((error: unknown) => ({
      ok: false as const,
      message: failureText(error),
      fields: {},
    }));
    setPending(false);
    setErrors(result.ok ? {} : (result.fields ?? {}));
    if (result.ok) toast({ variant: "success", title: t("updated") });
    else
      toast({
        variant: "destructive",
        title: t("updateFailed"),
        description: result.message || t("updateFailedText"),
      });
    return result.ok;
  }

  return { pending, errors, setErrors, save };
}
