"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "@/components/ui/toast-store";
import { useKeptPlace } from "./kept-place";
import { useFailureText } from "./use-failure-text";

/**
 * Runs a call that changes what the page shows, one at a time, and reloads the page; says why it failed, and returns
 * whether it succeeded. `busy` lasts until the page shows what was changed: the next call may send a whole list of it.
 */
export function useChange() {
  const failure = useFailureText();
  const router = useRouter();
  const [isSending, setSending] = useState(false);
  const [isReloading, startTransition] = useTransition();
  const busy = isSending || isReloading;
  useKeptPlace(busy);
  async function change(run: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setSending(true);
    try {
      await run();
      startTransition(() => router.refresh());
      return true;
    } catch (error) {
      toast({ title: failure(error), variant: "destructive" });
      return false;
    } finally {
      setSending(false);
    }
  }
  return { busy, change };
}
