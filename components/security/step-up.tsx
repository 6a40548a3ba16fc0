"use client";

import { useEffect, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { answerStepUps } from "@/components/shared/step-up";

const StepUpDialog = lazily(() => import("./step-up-dialog"), "StepUpDialog");

type Answer = { give: (proven: boolean) => void };

/**
 * The dialog of a page on which something asks for a fresh proof of who one is. The office takes a passkey only.
 */
export function StepUp({ isForOffice = false }: { isForOffice?: boolean }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => answerStepUps(() => new Promise((give) => setAnswer({ give }))), []);
  if (!answer) return null;
  const end = (proven: boolean) => {
    setAnswer(null);
    answer.give(proven);
  };
  return <StepUpDialog isForOffice={isForOffice} onEnd={end} onClose={() => end(false)} />;
}
