/** Storage of the browser. Where it is forbidden or full, nothing is stored, and nothing is found. */
function stored(storage: () => Storage) {
  function attempt<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(storage());
    } catch {
      return undefined;
    }
  }
  return {
    /** Null without it, undefined where storage is forbidden. */
    read: (key: string) => attempt((within) => within.getItem(key)),
    store: (key: string, text: string) => attempt((within) => within.setItem(key, text)),
    remove: (key: string) => attempt((within) => within.removeItem(key)),
    clear: () => attempt((within) => within.clear()),
  };
}

/** For as long as this tab is open. */
export const inTab = stored(() => sessionStorage);

/** For this browser. */
export const inBrowser = stored(() => localStorage);
