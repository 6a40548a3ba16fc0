const OFFERED = "passkeyOffered";

/** Whether this browser knows passkeys and they have not been offered in it before; from then on they have. */
export function isFirstOffer(): boolean {
  if (!("PublicKeyCredential" in window)) return false;
  try {
    const isFirst = localStorage.getItem(OFFERED) === null;
    localStorage.setItem(OFFERED, "1");
    return isFirst;
  } catch {
    // Some browsers forbid storage.
    return false;
  }
}
