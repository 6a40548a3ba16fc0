import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** For a page whose address gives access: the address must not reach other sites and search engines. */
export const HIDDEN: Metadata = { referrer: "no-referrer", robots: { index: false } };

/** A page's `generateMetadata`: its title is a text of the catalogues. */
export function titled(title: Key, more: Omit<Metadata, "title"> = {}): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(title), ...more });
}
