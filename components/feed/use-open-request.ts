import { useSearchParams } from "next/navigation";
import { useRef } from "react";

type OpenRequest = {
  id: string | null;
  open: (id: string) => void;
  close: () => void;
  /** Closes the request, if one is open, and leaves its history entry to a dialog without an address. */
  replaceWithDialog: () => void;
};

/**
 * The request that the address opens (specification 2, `/?request={id}`). Opening adds a history entry, which
 * closing or the back button removes; a request that the page was loaded with is closed in place.
 */
export function useOpenRequest(): OpenRequest {
  const id = useSearchParams().get("request");
  const stepped = useRef(false);
  return {
    id,
    open(next) {
      stepped.current = true;
      window.history.pushState(null, "", `/?request=${encodeURIComponent(next)}`);
    },
    close() {
      if (stepped.current) window.history.back();
      else window.history.replaceState(null, "", "/");
      stepped.current = false;
    },
    replaceWithDialog() {
      if (id !== null) window.history.replaceState(null, "", "/");
      if (id === null || !stepped.current) window.history.pushState(null, "", "/");
      stepped.current = true;
    },
  };
}
