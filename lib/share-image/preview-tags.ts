import type { Metadata } from "next";
import { env } from "@/lib/ground/env";
import type { Locale } from "@/lib/ground/vocabulary";
import { PICTURE_SIZE } from "./address";

/** Open Graph names a language together with a country. */
const OPEN_GRAPH_LOCALE: Record<Locale, string> = {
  en: "en_GB",
  nl: "nl_NL",
  es: "es_ES",
  fr: "fr_FR",
  de: "de_DE",
};

type Preview = {
  title: string;
  description: string;
  /** The shared address; a path. */
  link: string;
  picture: string;
  /** The picture's alternative text. */
  pictureText: string;
};

/** The tags of a link's preview: Open Graph's and Twitter's (D32). */
export function previewTags(
  locale: Locale,
  { title, description, link, picture, pictureText }: Preview,
): Metadata {
  const image = { url: picture, ...PICTURE_SIZE, type: "image/jpeg", alt: pictureText };
  return {
    title,
    description,
    openGraph: {
      type: "website",
      siteName: env().appName,
      locale: OPEN_GRAPH_LOCALE[locale],
      title,
      description,
      url: link,
      images: [image],
    },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}
