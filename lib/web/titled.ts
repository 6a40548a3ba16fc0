import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** For a page whose address gives access: the address must not reach other sites and search engines. */
export const HIDDEN: Metadata = { referrer: "no-referrer", robots: { index: false } };

/** Of a page that is not found. */
export const noPageMetadata = titled("shell.notFound.title");

type Page = { params: Promise<object>; searchParams: Promise<object> };

/** The values of a page's address: the names in its path, and its query. */
export type Asked<Props extends Page> = Awaited<Props["searchParams"]> & Awaited<Props["params"]>;

/** Finds what a page shows once for the page and its title. */
export function oncePerPage<A, T>(find: (asked: A) => Promise<T>): (page: Page) => Promise<T> {
  const once = cache((asked: string) => find(JSON.parse(asked)));
  return async ({ params, searchParams }) =>
    once(JSON.stringify({ ...(await searchParams), ...(await params) }));
}

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
