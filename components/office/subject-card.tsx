import { useTranslations } from "next-intl";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DateText } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import { Facts } from "./facts";
import { PersonLink } from "./person-link";

type Props = {
  subject: {
    request: {
      item: string;
      description: string;
      photoUrl: string | null;
      isActive: boolean;
      createdAt: Date;
      deletedAt: Date | null;
    } | null;
    person: {
      username: string;
      name: string;
      createdAt: Date;
      suspendedAt: Date | null;
      hiddenAt: Date | null;
    };
  };
  /** Raised of the goal, as money. */
  money: string | null;
};

/** The request or the person that a report, a decision or a review is about. */
export function SubjectCard({ subject: { request, person }, money }: Props) {
  const t = useTranslations("office.subject");
  const isHidden = request ? !request.isActive : person.hiddenAt !== null;
  const dayOf = (at: Date) => <DateText value={at.toISOString()} />;
  const link = <PersonLink username={person.username} />;
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <CardTitle>{request ? request.item : person.name}</CardTitle>
        {request?.deletedAt && <Badge>{t("deleted")}</Badge>}
        {isHidden && !request?.deletedAt && <Badge variant="accent">{t("hidden")}</Badge>}
        {person.suspendedAt && <Badge variant="accent">{t("suspended")}</Badge>}
      </div>
      {request?.photoUrl && (
        <RequestPhoto photoUrl={request.photoUrl} item={request.item} shape="full" className="rounded-lg" />
      )}
      {request && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{request.description}</p>}
      <Facts
        facts={[
          [t("person"), link],
          [t("raised"), money],
          [t("asked"), request && dayOf(request.createdAt)],
          [t("registered"), dayOf(person.createdAt)],
        ]}
      />
    </Card>
  );
}
