"use client";

import { type ReactNode, Suspense, useState } from "react";

type Props = {
  /** A provider is asked for what the page shows. */
  isAsking: boolean;
  /** Shown meanwhile. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** A page that asks a provider only sometimes. What it began with stays, so that a cleaned address restarts nothing. */
export function WhileChecking({ isAsking, skeleton, children }: Props) {
  const [waits] = useState(isAsking);
  return waits ? <Suspense fallback={skeleton}>{children}</Suspense> : children;
}
