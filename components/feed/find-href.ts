import type { Filter, Sort } from "@/lib/domain/finding/rules";
import type { Place } from "@/lib/domain/finding/schema";
import type { Category } from "@/lib/ground/vocabulary";

/** What is looked for in the feed. */
export type Asked = {
  q: string;
  category: Category | null;
  filters: readonly Filter[];
  sort: Sort;
  near: Place | null;
  /** What was typed for a town, where there is none of that name. */
  unknownPlace: string | null;
};

export const NOTHING_ASKED: Asked = {
  q: "",
  category: null,
  filters: [],
  sort: "newest",
  near: null,
  unknownPlace: null,
};

/** The query of a search, without what is as it would be anyway. */
export function findQuery({ q, category, filters, sort, near }: Asked): URLSearchParams {
  return new URLSearchParams({
    ...(q !== "" && { q }),
    ...(category && { category }),
    ...(filters.length > 0 && { filter: filters.join(",") }),
    ...(sort !== "newest" && { sort }),
    ...(near && { near: String(near.id) }),
  });
}

/** The address of a search in the feed; without anything asked, of the feed itself. */
export function findHref(asked: Asked): string {
  const query = findQuery(asked);
  return query.size > 0 ? `/?${query}` : "/";
}
