import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Unlock } from "@/components/office/unlock";
import { Narrow } from "@/components/shell/narrow";
import { PageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { db } from "@/db/client";
import { listPasskeys } from "@/lib/domain/security/queries";
import { OFFICE_HOURS } from "@/lib/domain/sessions/rules";
import { askedOf } from "@/lib/web/office";
import { safePath } from "@/lib/web/safe-path";
import { atOfficeDoor } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("office.title");

/** Where an operator shows a passkey; one is made in the settings. */
export default async function UnlockPage({ searchParams }: PageProps<"/office/unlock">) {
  const [{ viewer, isOpen }, search, t] = await Promise.all([
    atOfficeDoor(),
    searchParams,
    getTranslations("office"),
  ]);
  const wanted = safePath(askedOf(search, "next")) ?? "/office";
  const next = /^\/office(?![\w-])/.test(wanted) && !wanted.startsWith("/office/unlock") ? wanted : "/office";
  if (isOpen) redirect(next);
  const passkeys = await listPasskeys(db(), viewer.id);
  return (
    <Narrow>
      <PageTitle title={t("unlock.title")} />
      <p className="mb-4 text-muted-foreground">{t("unlock.text", { hours: OFFICE_HOURS })}</p>
      {passkeys.length > 0 ? (
        <Unlock next={next} />
      ) : (
        <>
          <p className="mb-4">{t("unlock.none")}</p>
          <Button asChild>
            <Link href="/settings/security">{t("unlock.add")}</Link>
          </Button>
        </>
      )}
    </Narrow>
  );
}
