"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { useFailureText } from "./use-failure-text";

/**
 * Runs a call that changes what the page shows, one at a time, and reloads the page; says why it failed, and returns
 * whether it succeeded.
 */
export function useChange() {
  const failure = useFailureText();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  async function change(run: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    try {
      await run();
      router.refresh();
      return true;
    } catch (error) {
      toast({ title: failure(error), variant: "destructive" });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, change };
}
