import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMoney } from "@/components/shared/use-money";
import { CardPreview } from "./card-preview";
import { draftRequest, type Requester } from "./draft-request";

type Props = {
  /** What the form contains; null until the page is interactive. */
  filled: FormData | null;
  requester: Requester;
  /** The chosen photo's address in this browser. */
  photo: string | null;
  /** When the page was rendered, in milliseconds: the server and the browser write the same. */
  renderedAt: number;
};

/** The card of a request that is being written, as it will look in the feed. Only to be looked at. */
export function DraftPreview({ filled, requester, photo, renderedAt }: Props) {
  const t = useTranslations("request.create.preview");
  const money = useMoney();
  const request = draftRequest({
    form: filled,
    requester,
    photoUrl: photo,
    emojiOf: useItemEmoji(),
    instead: { item: t("item"), description: t("description") },
    at: new Date(renderedAt),
  });
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-20 lg:self-start">
      <h2 id="preview" className="mb-2 font-semibold">
        {t("title")}
      </h2>
      <div inert>
        <CardPreview request={request} money={money} renderedAt={renderedAt} heading="h3" />
      </div>
    </section>
  );
}

type EmojiOf = (item: string, id: string) => string;

/** Chooses the emoji of an item. Its list of words is fetched after the page; until then it is a neutral one. */
function useItemEmoji(): EmojiOf {
  const [choose, setChoose] = useState<EmojiOf>(() => () => "💚");
  useEffect(() => {
    import("@/lib/domain/requests/item-emoji").then(
      ({ itemEmoji }) => setChoose(() => itemEmoji),
      () => undefined,
    );
  }, []);
  return choose;
}
