const KEY = "push-invitation";

/** Whether the invitation was dismissed in this browser; also where storage is forbidden. */
export function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export function dismiss(): void {
  try {
    localStorage.setItem(KEY, "dismissed");
  } catch {
    // Storage is forbidden: it was not shown.
  }
}
