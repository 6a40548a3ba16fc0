import { getTranslations } from "next-intl/server";
import { Facts } from "@/components/office/facts";
import { PersonLink } from "@/components/office/person-link";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DateText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import type { findSubject } from "@/lib/domain/operator/queries";

type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** The request, the person, the post or the message that a report, a decision or a review is about. */
export async function SubjectCard({ subject: { request, message, post, person } }: { subject: Subject }) {
  const [t, report, money] = await Promise.all([
    getTranslations("office.subject"),
    getTranslations("office.report"),
    getMoney(),
  ]);
  const raised = request && report("raisedOf", { raised: money(request.raised), goal: money(request.goal) });
  const isHidden = request ? !request.isActive : (post ?? message ?? person)?.hiddenAt != null;
  const dayOf = (at: Date | undefined) => at && <DateText value={at.toISOString()} />;
  const title = request ? request.item : post ? t("post") : message ? t("message") : person?.name;
  const text = request?.description ?? (post ?? message)?.text;
  const photoUrl = (request ?? post)?.photoUrl;
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <CardTitle>{title}</CardTitle>
        {request?.deletedAt && <Badge>{t("deleted")}</Badge>}
        {isHidden && !request?.deletedAt && <Badge variant="accent">{t("hidden")}</Badge>}
        {person?.suspendedAt && <Badge variant="accent">{t("suspended")}</Badge>}
        {post && <Badge>{t(post.audience === "everyone" ? "forAll" : "forDonors")}</Badge>}
        {message && <Badge>{t(message.isShown ? "forAll" : "forRecipient")}</Badge>}
      </div>
      {photoUrl && (
        <RequestPhoto photoUrl={photoUrl} item={title ?? ""} shape="full" className="rounded-lg" />
      )}
      {text && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
      <Facts
        facts={[
          [t("person"), person ? <PersonLink key="person" username={person.username} /> : t("guest")],
          [t("raised"), raised],
          [t("asked"), request && dayOf(request.createdAt)],
          [t("written"), dayOf((post ?? message)?.createdAt)],
          [t("registered"), dayOf(person?.createdAt)],
        ]}
      />
    </Card>
  );
}
