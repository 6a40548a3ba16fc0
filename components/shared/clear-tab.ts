/** Leaves nothing of a person in this tab: neither what they were typing nor what was celebrated. */
export function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}
