"use client";

import { useSearchParams } from "next/navigation";
import { Waiting } from "@/components/shared/waiting";

/** While the page loads that a provider returned to: what is being waited for. */
export function Checking({ text }: { text: string }) {
  const search = useSearchParams();
  return search.has("purchase") || search.has("subscription") ? <Waiting text={text} later={text} /> : null;
}
