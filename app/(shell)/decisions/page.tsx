import { getTranslations } from "next-intl/server";
import { DecisionCard } from "@/components/safety/decision-card";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { listDecisions } from "@/lib/domain/safety/queries";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

/** Nobody has more; the call of the contract has pages. */
const SHOWN = 100;

export const generateMetadata = titled("safety.decisions.title");

/** What operators decided about the person, with reasons, and how to appeal (safety.md, Decide). */
export default async function DecisionsPage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("safety.decisions")]);
  const { items } = await listDecisions(db(), viewer, { limit: SHOWN });
  return (
    <ClientMessages namespaces={["safety.decisions"]}>
      <h1 className="mb-2 text-2xl font-bold">{t("title")}</h1>
      <p className="mb-4 text-muted-foreground">{items.length === 0 ? t("none") : t("intro")}</p>
      <div className="flex flex-col gap-4">
        {items.map((decision) => (
          <DecisionCard key={decision.id} decision={decision} />
        ))}
      </div>
    </ClientMessages>
  );
}
