import type { Locale } from "@/lib/ground/vocabulary";
import { heightOf } from "@/lib/share-image/renderer";
import { hasRoom, TITLE_SIZES, Title, type TitleSize } from "@/lib/share-image/share-picture";

/** The largest size in which the whole title fits; the smallest when none does. */
export async function titleSize(
  title: string,
  { isWide, ...lettered }: { isWide: boolean; families: string[]; locale: Locale },
): Promise<TitleSize> {
  let chosen: TitleSize = TITLE_SIZES[0];
  for (chosen of TITLE_SIZES) {
    const whole = (
      <Title isWide={isWide} letters={chosen.letters}>
        {title}
      </Title>
    );
    if (hasRoom(await heightOf(whole, lettered), chosen)) break;
  }
  return chosen;
}
