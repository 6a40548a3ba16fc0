"use client";

import { useEffect, useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { answerStepUps } from "@/components/shared/step-up";

const StepUpDialog = lazily(() => import("./step-up-dialog"), "StepUpDialog");

/**
 * The dialog of a page on which something asks for a fresh proof of who one is. The office takes a passkey only.
 */
export function StepUp({ isForOffice = false }: { isForOffice?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  /** Who waits for the answer: another call can ask while the dialog is open, also while the proof is sent. */
  const asking = useRef<((proven: boolean) => void)[]>([]);
  useEffect(
    () =>
      answerStepUps(
        () =>
          new Promise((give) => {
            asking.current.push(give);
            setOpen(true);
          }),
      ),
    [],
  );
  if (!isOpen) return null;
  const end = (proven: boolean) => {
    setOpen(false);
    for (const give of asking.current.splice(0)) give(proven);
  };
  return <StepUpDialog isForOffice={isForOffice} onEnd={end} onClose={() => end(false)} />;
}
