import type { Span } from "@/lib/providers/gateway";

/** Parameters of Stripe's lists, which are newest first and have at most 100 rows a page. */
export function createdIn({ from, to }: Span): { created: { gte: number; lt: number } } {
  return { created: { gte: secondsOf(from), lt: secondsOf(to) } };
}

export function pageAfter(after: string | null): { limit: number; starting_after?: string } {
  return { limit: 100, ...(after !== null && { starting_after: after }) };
}

/** What leads to the next page; null after the last one. */
export function nextOf({ has_more, data }: { has_more: boolean; data: { id: string }[] }): string | null {
  return has_more ? (data.at(-1)?.id ?? null) : null;
}

/** The id of what Stripe names, or has expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : (reference ?? null);
}

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}
