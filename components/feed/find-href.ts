import type { Filter, Sort } from "@/lib/domain/finding/rules";
import type { Category } from "@/lib/ground/vocabulary";

/** What is looked for in the feed. */
export type Asked = { q: string; category: Category | null; filters: readonly Filter[]; sort: Sort };

export const NOTHING_ASKED: Asked = { q: "", category: null, filters: [], sort: "newest" };

/** The query of a search, without what is as it would be anyway. */
export function findQuery({ q, category, filters, sort }: Asked): URLSearchParams {
  return new URLSearchParams({
    ...(q !== "" && { q }),
    ...(category && { category }),
    ...(filters.length > 0 && { filter: filters.join(",") }),
    ...(sort !== "newest" && { sort }),
  });
}

/** The address of a search in the feed; without anything asked, of the feed itself. */
export function findHref(asked: Asked): string {
  const query = findQuery(asked);
  return query.size > 0 ? `/?${query}` : "/";
}
