import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import { CATEGORIES } from "@/lib/ground/vocabulary";
import { FILTERS, type Filter, SORTS } from "./rules";

const isFilter = (name: string): name is Filter => FILTERS.some((filter) => filter === name);

/** GET /api/search. */
export const searchQuerySchema = z.object({
  q: z.string().trim().max(100, problem("tooLong")).optional(),
  category: z.enum(CATEGORIES, problem("invalid")).optional(),
  filter: z
    .string()
    .max(60, problem("tooLong"))
    .refine((names) => names === "" || names.split(",").every(isFilter), problem("invalid"))
    .optional()
    .describe(`which must all hold, with commas between them: ${FILTERS.join(", ")}`),
  sort: z.enum(SORTS, problem("invalid")).default("newest"),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** The filters of a query. */
export function filtersOf({ filter = "" }: Pick<SearchQuery, "filter">): Filter[] {
  return [...new Set(filter.split(",").filter(isFilter))];
}
