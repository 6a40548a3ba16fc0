import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { readPage } from "@/lib/web/http";

/** The first page from the server, and the address of the next; null at the end. */
export type FirstPage = { items: FundingRequest[]; next: string | null };

/**
 * A list of requests as far as it was loaded. The first page is always the newest from the server, rendered at this
 * time in milliseconds; what was loaded before follows without gaps and repeats.
 */
export function useRequestPages(first: FirstPage, renderedAt: number) {
  const t = useTranslations("feed");
  const failureText = useFailureText();
  const [later, setLater] = useState<FirstPage | null>(null);
  const [loading, setLoading] = useState(false);
  const next = later ? later.next : first.next;
  const times = useRef(new Map<string, number>());
  const onFirst = new Set(first.items.map(({ id }) => id));
  const known = new Set<string>();
  const items = [...first.items, ...(later?.items ?? [])].filter(({ id }) => !known.has(id) && known.add(id));

  async function loadMore() {
    if (!next || loading) return;
    setLoading(true);
    try {
      const page = await readPage<FundingRequest>(next);
      for (const { id } of [...first.items, ...page.items]) times.current.set(id, renderedAt);
      setLater((before) => ({ items: [...(before?.items ?? first.items), ...page.items], next: page.next }));
    } catch (error) {
      toast({ title: t("loadFailed"), description: failureText(error), variant: "destructive" });
    } finally {
      setLoading(false);
    }
  }

  /** The earliest that a request can have been rendered: what moved since then is right. */
  const renderedAtOf = (id: string) => (onFirst.has(id) ? renderedAt : (times.current.get(id) ?? renderedAt));
  return { items, hasMore: next !== null, loading, loadMore, renderedAtOf };
}
