"use client";

import { useEffect } from "react";

/**
 * Scrolls to the section that the address names. The router tries once, while the page is still a skeleton; this
 * component is part of the page, so it runs when the section is there.
 */
export function ScrollToSection() {
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, []);
  return null;
}
