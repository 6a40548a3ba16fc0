import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";

type OpenRequest = {
  id: string | null;
  open: (id: string) => void;
  close: () => void;
  /** Closes the request, if one is open, and leaves its history entry to a dialog without an address. */
  replaceWithDialog: () => void;
};

/**
 * The request that the address opens (specification 2, `/?request={id}`). Opening adds a history entry, which
 * closing or the back button removes; a request that the page was loaded with is closed in place. `onBack` runs after
 * either, by which a dialog without an address closes: here, because its own code may still be on the way.
 */
export function useOpenRequest(onBack: () => void): OpenRequest {
  const id = useSearchParams().get("request");
  const stepped = useRef(false);
  // The state of an entry cannot say whose it is: the router drops that when it reads the page again.
  const pushed = useRef(new Set<string | null>());
  // The router learns the address once the page's effects have run. A press before that waits for them.
  const early = useRef<(() => void) | null>(() => undefined);
  useEffect(() => {
    queueMicrotask(() => {
      early.current?.();
      early.current = null;
    });
  }, []);
  const back = useEffectEvent(() => {
    stepped.current = pushed.current.has(new URLSearchParams(window.location.search).get("request"));
    onBack();
  });
  // Added once: the router renders during this event, and a listener added then would miss it.
  useEffect(() => {
    const listen = () => back();
    window.addEventListener("popstate", listen);
    return () => window.removeEventListener("popstate", listen);
  }, []);
  return {
    id,
    open(next) {
      stepped.current = true;
      pushed.current.add(next);
      const push = () => window.history.pushState(null, "", feedAddress(next));
      if (early.current) early.current = push;
      else push();
    },
    close() {
      if (stepped.current) window.history.back();
      else window.history.replaceState(null, "", feedAddress(null));
      stepped.current = false;
    },
    replaceWithDialog() {
      if (id !== null) window.history.replaceState(null, "", feedAddress(null));
      if (id === null || !stepped.current) window.history.pushState(null, "", feedAddress(null));
      stepped.current = true;
    },
  };
}

/** The feed's address with this request open, or with none; what is looked for stays in it. */
export function feedAddress(requestId: string | null): string {
  const query = new URLSearchParams(window.location.search);
  query.delete("request");
  query.delete("gave");
  if (requestId !== null) query.set("request", requestId);
  return query.size > 0 ? `/?${query}` : "/";
}
