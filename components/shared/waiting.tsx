"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";

const PATIENCE_MS = 4_000;

type Props = {
  /** What is happening. */
  text: string;
  /** The text when it takes longer. */
  later: string;
};

/** What is being waited for, with a second text when it takes long. */
export function Waiting({ text, later }: Props) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="flex items-center gap-3 text-muted-foreground">
      <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
      {long ? later : text}
    </p>
  );
}
