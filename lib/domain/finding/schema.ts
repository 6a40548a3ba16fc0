import { z } from "zod";
import { placeIdSchema, sharedRequestSchema } from "@/lib/domain/requests/schema";
import { problem } from "@/lib/ground/text-fields";
import { CATEGORIES } from "@/lib/ground/vocabulary";
import { BANDS, FILTERS, type Filter, SORTS } from "./rules";

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
  near: z.coerce
    .number(problem("invalid"))
    .pipe(placeIdSchema)
    .optional()
    .describe("the id of a town: the nearest first, whatever the order"),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** The filters of a query. */
export function filtersOf({ filter = "" }: Pick<SearchQuery, "filter">): Filter[] {
  return [...new Set(filter.split(",").filter(isFilter))];
}

/** GET /api/places. */
export const placesQuerySchema = z.object({ q: z.string().trim().max(60, problem("tooLong")).default("") });

/** POST /api/places/nearest. In degrees. */
export const positionSchema = z.object({
  latitude: z.number(problem("invalid")).min(-90, problem("invalid")).max(90, problem("invalid")),
  longitude: z.number(problem("invalid")).min(-180, problem("invalid")).max(180, problem("invalid")),
});
export type Position = z.infer<typeof positionSchema>;

export const placeSchema = z.object({ id: z.int(), name: z.string(), country: z.string() });
export type Place = z.infer<typeof placeSchema>;

const band = z
  .literal(BANDS)
  .nullable()
  .describe("within how many kilometres of `near` it is; null in a search without");

/** A request that was found. */
export const foundRequestSchema = sharedRequestSchema.extend({ band });
