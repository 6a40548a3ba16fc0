import { getTranslations } from "next-intl/server";
import { DeedForm } from "@/components/office/deed-form";
import { NotYours } from "@/components/office/not-yours";
import { reasonFields } from "@/components/office/reason-fields";
import { OfficeLink } from "@/components/office/refs";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { clearReviewAction, confirmReviewAction } from "@/lib/actions/office";
import { findReview, namedBeside, partyTo } from "@/lib/domain/operator/queries";
import { noPage } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";
import { SubjectCard } from "../../subject-card";

type Props = PageProps<"/office/review/[id]">;

const reviewOf = oncePerPage(async ({ id }: Asked<Props>) => {
  const operator = await requireOffice();
  return { operator, review: await findReview(db(), id, { ended: true }).catch(noPage) };
});

export const generateMetadata = titled("office.nav.review", {}, reviewOf);

/** A request that is under review: the rules that matched, similar requests, and whether its money stays held. */
export default async function ReviewPage(props: Props) {
  const { operator, review } = await reviewOf(props);
  const { id: requestId, owner } = review.request;
  const [party, named] = await Promise.all([
    partyTo(db(), operator.id, { subjectId: requestId }),
    namedBeside(db(), operator.id, { personId: owner.id, requestId }),
  ]);
  if ([owner.id, party, named].includes(operator.id)) return <NotYours />;
  const sentences = await getTranslations("reviewRules");
  const [t, fields, money] = await Promise.all([getTranslations("office"), reasonFields(), getMoney()]);
  const { request, flags, points, held, beside, ended } = review;
  const compared = [{ key: "own", title: t("review.this"), request }].concat(
    beside.map((other) => ({
      key: `${other.rule} ${other.request.id}`,
      title: t(`review.rules.${other.rule}`),
      request: other.request,
    })),
  );
  const isHidden = { suspendedAt: null, hiddenAt: null, erasedAt: null };
  return (
    <>
      <PageTitle title={request.item} />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <Card className="space-y-3">
          <CardTitle>
            {t("review.points")}: {points}
          </CardTitle>
          {!ended && <p>{t("review.heldNow", { amount: money(held) })}</p>}
          <ul className="space-y-2">
            {flags.map(({ rule, points: each, evidence, clearedAt }) => (
              <li key={rule} className="flex gap-3">
                <span className="w-8 shrink-0 text-right font-semibold tabular-nums">{each}</span>
                <span>
                  {sentences(rule, evidence)}
                  {clearedAt && <> {t("review.cleared")}</>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
        {ended ? (
          <Card className="flex flex-col items-start gap-3">
            <CardTitle>{t("review.ended")}</CardTitle>
            {ended.decisionId !== null && (
              <OfficeLink href={`/office/decisions/${ended.decisionId}`}>{t("decisions.one")}</OfficeLink>
            )}
            <OfficeLink href="/office/review">{t("review.others")}</OfficeLink>
          </Card>
        ) : (
          <Card className="space-y-6">
            <div className="space-y-3">
              <CardTitle>{t("review.clear")}</CardTitle>
              <p className="text-sm text-muted-foreground">{t("review.clearText")}</p>
              <DeedForm
                action={clearReviewAction}
                about={{ requestId: request.id }}
                submit={t("review.clear")}
                variant="outline"
              />
            </div>
            <div className="space-y-3 border-t pt-4">
              <CardTitle>{t("review.confirm")}</CardTitle>
              <p className="text-sm text-muted-foreground">{t("review.confirmText")}</p>
              <DeedForm
                action={confirmReviewAction}
                about={{ requestId: request.id }}
                submit={t("review.confirm")}
                fields={fields}
              />
            </div>
          </Card>
        )}
      </div>
      <h2 className="mt-8 mb-3 text-lg font-semibold">{t("review.beside")}</h2>
      <div className="grid gap-4 md:grid-cols-2 md:items-start xl:grid-cols-3">
        {compared.map(({ key, title, request: each }) => (
          <section key={key} className="space-y-2">
            <h3 className="font-medium">{title}</h3>
            <SubjectCard
              subject={{
                request: { ...each, isActive: true },
                message: null,
                post: null,
                person: { ...each.owner, ...isHidden, name: each.owner.username },
              }}
            />
          </section>
        ))}
      </div>
    </>
  );
}
