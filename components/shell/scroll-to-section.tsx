"use client";

import { useEffect } from "react";

/**
 * Scrolls to the section that the address names and unfolds it. The router tries once, while the page is still a
 * skeleton; this component is part of the page, so it runs when the section is there.
 */
export function ScrollToSection() {
  useEffect(() => {
    showSection();
    window.addEventListener("hashchange", showSection);
    return () => window.removeEventListener("hashchange", showSection);
  }, []);
  return null;
}

function showSection(): void {
  const heading = document.getElementById(window.location.hash.slice(1));
  const fold = heading?.closest("details");
  if (fold) fold.open = true;
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
