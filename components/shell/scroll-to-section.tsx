"use client";

import { useEffect, useLayoutEffect } from "react";

/**
 * Scrolls to the section that the address names and unfolds it. The router tries once, while the page is still a
 * skeleton; this component is part of the page, so it runs when the section is there. After an action of this page, the
 * router also looks for the section on the next page, and does not scroll to that page's top; this component does.
 */
export function ScrollToSection() {
  useEffect(() => {
    showSection();
    window.addEventListener("hashchange", showSection);
    return () => window.removeEventListener("hashchange", showSection);
  }, []);

  useLayoutEffect(() => {
    // The browser scrolls to where the person was on the page they go back to.
    let goesBack = false;
    const noteGoingBack = () => {
      goesBack = true;
    };
    const noteStaying = () => {
      goesBack = false;
    };
    window.addEventListener("popstate", noteGoingBack);
    window.addEventListener("hashchange", noteStaying);
    return () => {
      window.removeEventListener("popstate", noteGoingBack);
      window.removeEventListener("hashchange", noteStaying);
      if (!goesBack) window.scrollTo(0, 0);
    };
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
