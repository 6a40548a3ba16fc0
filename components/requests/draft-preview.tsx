import { useTranslations } from "next-intl";
import { useMoney } from "@/components/shared/use-money";
import { now } from "@/lib/ground/clock";
import { CardPreview } from "./card-preview";
import { draftRequest, type Requester } from "./draft-request";

type Props = {
  /** What the form contains; null until the page is interactive. */
  filled: FormData | null;
  requester: Requester;
  /** The chosen photo's address in this browser. */
  photo: string | null;
};

/** The card of a request that is being written, as it will look in the feed. Only to be looked at. */
export function DraftPreview({ filled, requester, photo }: Props) {
  const t = useTranslations("request.create.preview");
  const money = useMoney();
  const instead = { item: t("item"), description: t("description") };
  const at = now();
  const request = draftRequest({ form: filled, requester, photoUrl: photo, instead, at });
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-20 lg:self-start">
      <h2 id="preview" className="mb-2 font-semibold">
        {t("title")}
      </h2>
      <div inert>
        <CardPreview request={request} money={money} renderedAt={at.getTime()} />
      </div>
    </section>
  );
}
