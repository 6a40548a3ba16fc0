const HERE = "http://here.invalid";

/**
 * A path of this origin, for an address that came from outside (D33); null for anything that a browser could take elsewhere. The path is
 * answered as a browser reads it, so that nothing is read differently afterwards.
 */
export function safePath(raw: string | null | undefined): string | null {
  if (!raw?.startsWith("/") || !URL.canParse(raw, HERE)) return null;
  const url = new URL(raw, HERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !/^\/[/\\]/.test(path) ? path : null;
}
