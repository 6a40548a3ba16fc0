import { LinkIcon } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Unsubscribe } from "@/components/settings/unsubscribe";
import { ClientMessages } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { PageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { readUnsubscribe } from "@/lib/delivery/unsubscribe";
import { choiceInEffect } from "@/lib/domain/messages/choose-messages";
import { env } from "@/lib/ground/env";
import { choosable } from "@/lib/ground/mail-kinds";
import { HIDDEN } from "@/lib/web/titled";

/** The address contains a signature, which must not reach other sites. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("unsubscribe");
  return { title: t("title", { appName: env().appName }), ...HIDDEN };
}

/** What the address in a message would switch off, for people without a session (mail-and-access.md, Messages). */
export default async function UnsubscribePage({ searchParams }: PageProps<"/unsubscribe">) {
  const [t, kinds, query] = await Promise.all([
    getTranslations("unsubscribe"),
    getTranslations("messageSettings.kinds"),
    searchParams,
  ]);
  const token = String(query.token);
  const signed = readUnsubscribe(token);
  const settings = (
    <Button asChild variant="link" className="px-0">
      <Link href="/settings/messages">{t("settings")}</Link>
    </Button>
  );
  if (!signed) {
    return (
      <>
        <PageTitle title={t("invalidTitle")} />
        <EmptyState
          icon={LinkIcon}
          title={t("invalidText")}
          wayOn={{ href: "/settings/messages", text: t("settings") }}
        />
      </>
    );
  }
  const { userId, kind } = signed;
  const { mail } = await choiceInEffect(db(), userId, kind);
  return (
    <ClientMessages namespaces={["unsubscribe"]}>
      <PageTitle title={t("title", { appName: env().appName })} />
      <Card className="flex flex-col items-start gap-4">
        <div>
          <CardTitle>{kinds(`${kind}.name`)}</CardTitle>
          <p className="text-base text-muted-foreground">{kinds(`${kind}.hint`)}</p>
        </div>
        <Unsubscribe token={token} mail={mail} usual={choosable(kind).mail?.[0] ?? "now"} />
        {settings}
      </Card>
    </ClientMessages>
  );
}
