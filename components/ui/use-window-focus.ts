"use client";

import { useEffect, useState } from "react";

/** Whether the person is at this window, as far as it has been heard. */
export function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(true);
  useEffect(() => {
    const come = () => setFocused(true);
    const go = () => setFocused(false);
    window.addEventListener("focus", come);
    window.addEventListener("blur", go);
    return () => {
      window.removeEventListener("focus", come);
      window.removeEventListener("blur", go);
    };
  }, []);
  return focused;
}
