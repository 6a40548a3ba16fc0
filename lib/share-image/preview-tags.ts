import type { Metadata } from "next";
import { env } from "@/lib/ground/env";
import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";
import { PICTURE_SIZE } from "./address";

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
      locale: `${locale}_${LANGUAGES[locale].country}`,
      title,
      description,
      url: link,
      images: [image],
    },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

const EXCERPT_LENGTH = 140;

/** The beginning of a text on one line. An emoji or an accented letter is never cut in two. */
export function excerpt(text: string): string {
  const letters = Array.from(
    new Intl.Segmenter().segment(text.replace(/\s+/g, " ")),
    ({ segment }) => segment,
  );
  const beginning = letters.slice(0, EXCERPT_LENGTH).join("").trimEnd();
  return letters.length <= EXCERPT_LENGTH ? beginning : `${beginning}…`;
}
