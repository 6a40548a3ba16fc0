import { getFormatter, getTranslations } from "next-intl/server";
import { AccessCard } from "@/components/auth/access-card";
import { LinkForm } from "@/components/auth/link-form";
import { NextStep, type Step } from "@/components/auth/next-step";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { describeLink } from "@/lib/domain/accounts/queries";
import type { LinkView } from "@/lib/domain/accounts/types";
import { undoProof } from "@/lib/domain/accounts/undo-email";
import { findEntitlement, findOwnAgreement } from "@/lib/domain/subscriptions/queries";
import { keptUntil } from "@/lib/domain/subscriptions/rules";
import { now } from "@/lib/ground/clock";
import { HIDDEN, titled } from "@/lib/web/titled";

const NOTHING = { passkey: false, code: false };

/** The address contains the token of the link, which must not reach other sites. */
export const generateMetadata = titled("access.link.title", HIDDEN);

/**
 * What a link of a message does, and the button that does it. A link that no longer works leads on. Opening the page
 * changes nothing, because mail servers open links too.
 */
export default async function LinkPage({ searchParams }: PageProps<"/link">) {
  const { token } = await searchParams;
  const known = typeof token === "string" ? token : "";
  const [t, link] = await Promise.all([getTranslations("access.link.states"), describeLink(db(), known)]);
  if (link.state === "open") {
    const { purpose, address, username } = link;
    const asks = purpose === "undo_email" ? await undoProof(db(), known) : NOTHING;
    const plan = purpose === "cancel_plan" ? await planOf(link.userId) : undefined;
    if (plan === null) {
      const none = await getTranslations("access.link.cancel_plan");
      return (
        <AccessCard title={none("noneTitle")} text={none("none")}>
          <NextStep step="home" />
        </AccessCard>
      );
    }
    return (
      <ClientMessages namespaces={["access", "auth.showPassword", "auth.login.code", "auth.login.codeHint"]}>
        <LinkForm
          key={known}
          token={known}
          purpose={purpose}
          email={address}
          username={username}
          plan={plan}
          asks={{ passkey: asks.passkey, code: asks.code }}
        />
      </ClientMessages>
    );
  }
  return (
    <AccessCard title={t(`${link.state}.title`)} text={t(`${link.state}.text`)}>
      {stepsAfter(link).map((step, index) => (
        <NextStep key={step} step={step} isSecond={index > 0} />
      ))}
    </AccessCard>
  );
}

/** The plan that a person pays for, and until when it runs, if it has not run out; null without one. */
async function planOf(userId: string): Promise<{ name: string; until: string | null } | null> {
  const [agreement, { expiry }] = await Promise.all([
    findOwnAgreement(db(), userId),
    findEntitlement(db(), userId),
  ]);
  if (!agreement) return null;
  const [t, format] = await Promise.all([getTranslations("common.tier"), getFormatter()]);
  const until = keptUntil(expiry, now());
  return { name: t(agreement.tier), until: until && format.dateTime(until, { dateStyle: "long" }) };
}

/** Where somebody gets a new link, or continues. */
function stepsAfter(link: Exclude<LinkView, { state: "open" }>): Step[] {
  if (link.state === "unknown") return ["login", "newLink"];
  if (link.purpose === "cancel_plan") return ["newCancelLink", "login"];
  const isForVisitors = ["reset_password", "undo_email", "contest_undo"].includes(link.purpose);
  return isForVisitors ? ["newLink", "login"] : ["security"];
}
