/** Removes what is stored in this tab about the person: drafts, and what was celebrated. */
export function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
