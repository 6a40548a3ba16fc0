import "server-only";
import { fromJsx } from "@takumi-rs/helpers/jsx";
import type { ReactElement } from "react";
import type { Locale } from "@/lib/ground/vocabulary";
import { renderer } from "./renderer";

type Lettered = { families: string[]; locale: Locale };
type Size = { width: number; height: number };

/** JPEG, because of the photos. Letters stay crisp at this quality, and messaging apps leave out pictures of 600 kB. */
const FORMAT = { format: "jpeg", quality: 88 } as const;

/** Draws what was written down as JSX. */
export async function draw(
  element: ReactElement,
  { families, locale, ...size }: Lettered & Size,
): Promise<Uint8Array<ArrayBuffer>> {
  const { node, css } = await fromJsx(element);
  return renderer.render(node, { ...size, ...FORMAT, css, fontFamilies: families, lang: locale });
}

/** How high, in pixels, something would be drawn. */
export async function heightOf(element: ReactElement, { families, locale }: Lettered): Promise<number> {
  const { node, css } = await fromJsx(element);
  return (await renderer.measure(node, { css, fontFamilies: families, lang: locale })).height;
}
