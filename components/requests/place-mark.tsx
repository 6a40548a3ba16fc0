import { MapPin } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = { request: { town: string | null; band?: number | null } };

/** The town of a request, or how near it is where somebody looked for what is near; nothing without a town. */
export function PlaceMark({ request: { town, band } }: Props) {
  const t = useTranslations("feed");
  if (town === null) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-muted-foreground">
      <MapPin aria-hidden className="size-4" />
      {band ? t("placeWithin", { place: town, band }) : town}
    </span>
  );
}
