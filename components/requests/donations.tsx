import { useFormatter, useTranslations } from "next-intl";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { FACES_ON_CARD } from "@/lib/domain/donors/rules";
import type { Face } from "@/lib/domain/donors/schema";

type Props = {
  count: number;
  /** Of those who gave and are shown. */
  faces: readonly Face[];
};

/** How many donations a request got, with a few of the faces; the others have the neutral avatar. */
export function Donations({ count, faces }: Props) {
  const t = useTranslations("feed");
  const format = useFormatter();
  const circles = Array.from({ length: Math.min(FACES_ON_CARD, count) }, (_, n) => faces[n]);
  return (
    <p className="flex items-center gap-2 text-muted-foreground">
      {count > 0 && (
        <span aria-hidden className="flex -space-x-1.5">
          {circles.map((face, place) => (
            <PersonAvatar
              // biome-ignore lint/suspicious/noArrayIndexKey: a face takes the place of a neutral avatar.
              key={place}
              avatar={face?.avatar ?? null}
              imageUrl={face?.profileImageUrl ?? null}
              size="sm"
              className="size-8 text-base ring-2 ring-card"
            />
          ))}
        </span>
      )}
      <span>
        {t("donations", { count })}
        {faces.length > 0 && (
          <span className="sr-only">
            , {t("donationsFrom", { names: format.list(faces.map(({ username }) => `@${username}`)) })}
          </span>
        )}
      </span>
    </p>
  );
}
