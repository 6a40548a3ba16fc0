/** How long after a look for a new build the next may follow. */
const INTERVAL_MS = 60 * 60 * 1_000;

/**
 * Registers the service worker and tells when one of another build than this page's has taken over. An installed application can stay open
 * for days, so it also looks for a new build when its person comes back to it. Returns how to stop.
 */
export function watchBuild(version: string, onOther: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.addEventListener("message", ({ data }) => data?.version !== version && onOther(), { signal });
  workers
    ?.register("/sw.js", { updateViaCache: "none" })
    .then((registration) => checkOnReturn(registration, signal))
    // Without it everything works, except having no network.
    .catch(() => undefined);
  return () => stop.abort();
}

function checkOnReturn(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let lookedAt = 0;
  const look = ({ timeStamp }: Event) => {
    if (document.visibilityState !== "visible" || timeStamp - lookedAt < INTERVAL_MS) return;
    lookedAt = timeStamp;
    registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look, { signal });
}
