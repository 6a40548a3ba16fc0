import "server-only";
import { Renderer } from "@takumi-rs/core";
import { fromJsx } from "@takumi-rs/helpers/jsx";
import type { ReactElement } from "react";
import type { Locale } from "@/lib/ground/vocabulary";

/** Lays out and draws outside JavaScript's thread. It has only the typefaces registered with it, and no network. */
export const renderer = new Renderer();

type Lettered = { families: string[]; locale: Locale };
type Size = { width: number; height: number };

/** JPEG, for the photos. Letters stay crisp at this quality; messaging apps ignore pictures above 600 kB. */
const FORMAT = { format: "jpeg", quality: 88 } as const;

/** Draws JSX as a JPEG. */
export async function draw(
  element: ReactElement,
  { families, locale, ...size }: Lettered & Size,
): Promise<Uint8Array<ArrayBuffer>> {
  const { node, css } = await fromJsx(element);
  return renderer.render(node, { ...size, ...FORMAT, css, fontFamilies: families, lang: locale });
}

/** The height of JSX when drawn, in pixels. */
export async function heightOf(element: ReactElement, { families, locale }: Lettered): Promise<number> {
  const { node, css } = await fromJsx(element);
  return (await renderer.measure(node, { css, fontFamilies: families, lang: locale })).height;
}
