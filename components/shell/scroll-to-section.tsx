"use client";

import { useEffect } from "react";

/**
 * Goes to the section that the address names, for a page with a skeleton: the router looks for the section once, finds
 * the skeleton, and leaves it at that. It is part of the page itself, so that it looks when the section is there.
 */
export function ScrollToSection() {
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, []);
  return null;
}
