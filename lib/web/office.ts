import "server-only";
import { notFound } from "next/navigation";
import { type DeedName, perform } from "@/lib/domain/operator/deeds";
import { type Order, referenceSchema } from "@/lib/domain/operator/schema";
import { type OperatorPerson, Refusal } from "@/lib/domain/operator/types";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { isPrintableLine } from "@/lib/ground/text-rules";
import { payments } from "./payments";

/** The operator that an action of the office acts for. */
export const operatorOf = ({ id, username }: Viewer): OperatorPerson => ({ id, name: username });

/** The result of a deed: `waits` is the id under which it waits for a second operator; null once it is done. */
export type Performed = { waits: string | null };

/**
 * Does what an operator orders in the office, or stores it for a second operator; the page shows what changed.
 * @throws Refusal
 */
export async function performInOffice<N extends DeedName>(
  viewer: Viewer,
  name: N,
  order: Order<N>,
): Promise<Performed> {
  const performed = await perform(payments(), operatorOf(viewer), name, order);
  return { waits: "waits" in performed ? performed.waits : null };
}

/** The query of a page's address. */
export type Search = Record<string, string | string[] | undefined>;

/** A value of a query; null where it is missing, given twice, or nothing that anybody types: no such text is stored. */
export function askedOf(search: Search, name: string): string | null {
  const value = search[name];
  return typeof value === "string" && value !== "" && isPrintableLine(value) ? value : null;
}

/** A name or an id in the path of a page; what cannot be one is no page. */
export function namedIn(part: string): string {
  const { data } = referenceSchema.safeParse(decodeURIComponent(part));
  return data ?? notFound();
}

/** A value of a query that is one of these; null for any other. */
export function chosenOf<const T extends string>(
  search: Search,
  name: string,
  values: readonly T[],
): T | null {
  return values.find((each) => each === askedOf(search, name)) ?? null;
}

/** The address of a view of the office, without the parts that are null. */
export function viewAt(path: string, query: Record<string, string | null>): string {
  const parts = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`;
}

/** What was asked for was refused: there is no such page. */
export function noPage(error: unknown): never {
  if (error instanceof Refusal) notFound();
  throw error;
}

/** The same, but for the refusal of what is the operator's own. */
export function ownOrNoPage(error: unknown): "own" {
  return error instanceof Refusal && error.kind === "own" ? "own" : noPage(error);
}

/** A page of a list; a cursor that the list did not issue is no page. */
export async function pageOf<T>(list: Promise<T>): Promise<T> {
  return list.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "VALIDATION_ERROR") notFound();
    throw error;
  });
}
