import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** For a page whose address gives access: the address must not reach other sites and search engines. */
export const HIDDEN: Metadata = { referrer: "no-referrer", robots: { index: false } };

/** Of a page that is not found. */
export const noPageMetadata = titled("shell.notFound.title");

/** A page's `generateMetadata`: its title is a text of the catalogues, or says that `find` finds no such page. */
export function titled<Page = void>(
  title: Key,
  more: Omit<Metadata, "title"> = {},
  find?: (page: Page) => Promise<unknown>,
): (page: Page) => Promise<Metadata> {
  return async (page) => {
    const isFound = find === undefined || (await find(page));
    return { title: (await getTranslations())(isFound ? title : "shell.notFound.title"), ...more };
  };
}
