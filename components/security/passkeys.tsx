import { KeyRound } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DateText } from "@/components/shared/dates";
import { Card, CardTitle } from "@/components/ui/card";
import type { Passkey } from "@/lib/domain/security/types";
import { AddPasskey } from "./add-passkey";
import { ChangePasskey } from "./change-passkey";

/** A person's passkeys: add, rename, remove. */
export async function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = await getTranslations("security.passkeys");
  return (
    <Card className="space-y-3">
      <CardTitle id="passkeys">{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("text")}</p>
      {passkeys.length > 0 && (
        <ul aria-labelledby="passkeys" className="divide-y">
          {passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => (
            <li key={id} className="flex items-start justify-between gap-3 py-3">
              <div className="flex min-w-0 gap-3">
                <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
                <div className="min-w-0">
                  <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
                  <div className="text-sm text-muted-foreground">
                    {backedUp && <p>{t("synced")}</p>}
                    <p>{t.rich("created", { date: () => <DateText value={createdAt.toISOString()} /> })}</p>
                    {lastUsedAt && (
                      <p>{t.rich("used", { date: () => <DateText value={lastUsedAt.toISOString()} /> })}</p>
                    )}
                  </div>
                </div>
              </div>
              <ChangePasskey id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
      <AddPasskey />
    </Card>
  );
}
