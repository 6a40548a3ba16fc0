"use client";

import { useSearchParams } from "next/navigation";
import { Waiting } from "@/components/shared/waiting";

/** Says, while the page is made that a provider led back to, what is being waited for; nothing otherwise. */
export function Checking({ text }: { text: string }) {
  const search = useSearchParams();
  return search.has("purchase") || search.has("subscription") ? <Waiting text={text} later={text} /> : null;
}
