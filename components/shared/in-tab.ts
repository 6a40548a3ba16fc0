/** Stores a text for as long as this tab is open; nothing where storage is forbidden or full. */
export function storeInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // It is not remembered.
  }
}

/** What was stored in this tab; null without it, and where storage is forbidden. */
export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
