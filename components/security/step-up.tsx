"use client";

import { useEffect, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { answerStepUps } from "@/components/shared/step-up";

const StepUpDialog = lazily(() => import("./step-up-dialog"), "StepUpDialog");

/**
 * The dialog of a page on which something asks for a fresh proof of who one is. The office takes a passkey only.
 */
export function StepUp({ isForOffice = false }: { isForOffice?: boolean }) {
  /** Who waits for the answer: two calls can ask at once. */
  const [asking, setAsking] = useState<readonly ((proven: boolean) => void)[]>([]);
  useEffect(() => answerStepUps(() => new Promise((give) => setAsking((others) => [...others, give]))), []);
  if (asking.length === 0) return null;
  const end = (proven: boolean) => {
    setAsking([]);
    for (const give of asking) give(proven);
  };
  return <StepUpDialog isForOffice={isForOffice} onEnd={end} onClose={() => end(false)} />;
}
